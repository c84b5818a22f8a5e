import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keepDeclaredFields } from '../../../../functions/api/http/declared-fields.ts';

const item = z.object({ id: z.string(), name: z.optional(z.string().check(z.maxLength(3))) });

it.each([
  ['an object', item, { id: 'a', note: 'private' }, { id: 'a' }],
  [
    'an object of a list',
    z.object({ items: z.array(item) }),
    { items: [{ id: 'a', note: 1 }] },
    { items: [{ id: 'a' }] },
  ],
  ['an object whose schema is made later', z.lazy(() => item), { id: 'a', note: 'private' }, { id: 'a' }],
  ['an object with inherited names', item, { id: 'a', toString: 'private' }, { id: 'a' }],
])('removes the fields of %s that its schema does not declare', (_, schema, value, expected) => {
  expect(keepDeclaredFields(schema, value)).toEqual(expected);
});

it('keeps a declared value that no longer matches its schema', () => {
  expect(keepDeclaredFields(item, { id: 'a', name: 'longer', note: null })).toEqual({
    id: 'a',
    name: 'longer',
  });
});

it('returns any other value as it is', () => {
  expect(keepDeclaredFields(item, null)).toBeNull();
});
