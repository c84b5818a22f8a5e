import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVERYONE, readBy, selectSchemas, selectValues } from '#contract/endpoints/readers.ts';
import { listReadFields, SUMMARY_FIELDS } from '#contract/endpoints/schemas.ts';

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

const SHARED = [
  ...['createdAt', 'favorite', 'id', 'model', 'name', 'negativePrompt', 'prompt', 'reference', 'setId'],
  ...['height', 'mark', 'previewURL', 'url', 'width'],
];

const STATE = ['status', 'ahead', 'estimatedSeconds', 'error', 'code', 'params', 'charge'];
const DESIGN = ['design', 'designVersion', 'edits', 'languages', 'originalPreviewURL'];

it.each([
  ['a list', SUMMARY_FIELDS, ['isFinished']],
  ['one thumbnail', listReadFields(), [...STATE, ...DESIGN]],
])('programs read only these fields of %s', (_, fields, own) => {
  expect(Object.keys(selectSchemas(fields, 'publicApi')).sort()).toEqual([...SHARED, ...own].sort());
});

/**
 * The fields of a thumbnail that the export leaves out, because no user wrote them. The export has a list of all edits, and each design has
 * its languages.
 */
const NOT_EXPORTED = [
  ...['ahead', 'charge', 'code', 'designVersion', 'edits', 'error', 'estimatedSeconds', 'height'],
  ...['isFinished', 'languages', 'mark', 'originalPreviewURL', 'params', 'width'],
];

it('the export has each field of a thumbnail that its user wrote', () => {
  const fields = { ...SUMMARY_FIELDS, ...listReadFields() };
  const exported = Object.keys(selectSchemas(fields, 'export'));
  expect(Object.keys(fields).sort()).toEqual([...new Set([...exported, ...NOT_EXPORTED])].sort());
});
