import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { THUMBNAIL_FIELDS } from '#contract/endpoints/thumbnail-fields.ts';
import { EVERYONE, readBy, selectSchemas, selectValues } from '#contract/endpoints/readers.ts';

const NAME = z.string();
const NOTE = z.optional(z.string());
const FIELDS = { name: readBy(EVERYONE, NAME), note: readBy(['page', 'export'], NOTE) };
const VALUES = { name: 'A castle', note: 'private' };

it.each([
  ['page', { name: NAME, note: NOTE }, VALUES],
  ['export', { name: NAME, note: NOTE }, VALUES],
  ['publicApi', { name: NAME }, { name: 'A castle' }],
] as const)('the reader %s gets the fields that name it and no others', (reader, schemas, values) => {
  expect(selectSchemas(FIELDS, reader)).toEqual(schemas);
  expect(selectValues(FIELDS, reader, VALUES)).toEqual(values);
});

it('programs read only these fields of a thumbnail', () => {
  expect(Object.keys(selectSchemas(THUMBNAIL_FIELDS, 'publicApi')).sort()).toEqual([
    'createdAt',
    'favorite',
    'id',
    'model',
    'name',
    'negativePrompt',
    'prompt',
    'reference',
    'setId',
  ]);
});
