import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { updateIf } from '../../../functions/platform/dynamodb-writes.ts';
import {
  absent,
  allOf,
  anyOf,
  atLeast,
  atMost,
  beginsWith,
  below,
  buildUpdate,
  equals,
  isMet,
  present,
  type Condition,
} from '../../../functions/platform/expressions.ts';
import * as db from './support/database.ts';
import { tableName } from './support/table-schemas.ts';

const attribute = fc.constantFrom('status', 'credits', 'name');
const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('', 'a', 'b'));
const condition: fc.Arbitrary<Condition> = fc.letrec<{ one: Condition; leaf: Condition }>((tie) => ({
  leaf: fc.oneof(
    fc
      .tuple(fc.constantFrom(equals, below, atMost, atLeast), attribute, value)
      .map(([create, ...is]) => create(...is)),
    fc.tuple(attribute, fc.constantFrom('a', 'b')).map((is) => beginsWith(...is)),
    fc.tuple(fc.constantFrom(present, absent), attribute).map(([create, name]) => create(name)),
  ),
  one: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc
      .tuple(fc.constantFrom(allOf, anyOf), fc.array(tie('one'), { minLength: 2, maxLength: 3 }))
      .map(([create, parts]) => create(...parts)),
  ),
})).one;
const item = fc.dictionary(attribute, value);

const update = (id: string, changes: Parameters<typeof buildUpdate>[0]) =>
  updateIf({ TableName: tableName('users'), Key: { id }, ...buildUpdate(changes) });

it('explains every condition as DynamoDB decides it', async () => {
  await fc.assert(
    fc.asyncProperty(item, condition, async (attributes, given) => {
      const id = db.newUser();
      await db.putItem('users', { id, ...attributes });

      expect(await update(id, { set: { updated: true }, if: given })).toBe(
        isMet(given, { id, ...attributes }),
      );
    }),
    { numRuns: 60 },
  );
});

it('sets, adds, appends and removes attributes in one update, and drops undefined values', async () => {
  const id = db.newUser();
  await db.putItem('users', { id, credits: 5, name: 'old', first: 1, obsolete: true });

  await update(id, {
    set: { name: 'new', dropped: undefined },
    setIfAbsent: { first: 2, second: 2 },
    add: { credits: -2, counted: 1, ignored: undefined },
    append: { actions: ['a', 'b'] },
    remove: ['obsolete'],
  });

  expect(await db.findUserItem(id)).toEqual({
    id,
    credits: 3,
    name: 'new',
    first: 1,
    second: 2,
    counted: 1,
    actions: ['a', 'b'],
  });
});
