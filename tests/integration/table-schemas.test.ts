import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { TABLE_NAMES, tableProperties } from '../functions/state/support/table-schemas.ts';

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

/** The key schema, attributes and indexes of the stack's tables, in a fixed order. */
async function readTables(): Promise<unknown[]> {
  const folder = inject('assembly');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.template.json'));
  const templates = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return templates
    .flatMap((text) => Object.values((JSON.parse(text) as Template).Resources))
    .filter(({ Type }) => Type === 'AWS::DynamoDB::Table')
    .map(({ Properties }) => normalize(Properties))
    .sort(compareJson);
}

function normalize({
  KeySchema,
  AttributeDefinitions,
  GlobalSecondaryIndexes = [],
}: Record<string, unknown>) {
  const attributes = [...(AttributeDefinitions as unknown[])].sort(compareJson);
  return { KeySchema, attributes, indexes: [...(GlobalSecondaryIndexes as unknown[])].sort(compareJson) };
}

function compareJson(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

it('the tables in the tests of the functions have the keys and indexes of the synthesized template', async () => {
  const tables = TABLE_NAMES.map((name) => normalize({ ...tableProperties(name) })).sort(compareJson);

  expect(tables).toEqual(await readTables());
});
