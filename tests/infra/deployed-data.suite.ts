import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dev, full, largest, named, prod, type Cloud } from './support/cloud.ts';

/**
 * The resources with data in the stages that were deployed since November 2026: their logical IDs, and the properties that
 * CloudFormation cannot change, or can change only with a new, empty resource. `--update` does not write this file. Add new
 * resources and indexes to the file. Never change an entry. Remove an index when no deployed stage has it any more.
 */
const DEPLOYED = new URL('snapshots/data.deployed.json', import.meta.url);

interface Key {
  AttributeName: string;
}

interface Index {
  IndexName: string;
  KeySchema: Key[];
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
}

/** The properties of each resource type that must not change. */
const FIXED: Readonly<Record<string, (properties: Record<string, unknown>) => object>> = {
  'AWS::DynamoDB::GlobalTable': ({ KeySchema, GlobalSecondaryIndexes = [] }) => ({
    key: listNames(KeySchema as Key[]),
    indexes: Object.fromEntries(
      (GlobalSecondaryIndexes as Index[]).map(({ IndexName, KeySchema: key, Projection }) => [
        IndexName,
        {
          key: listNames(key),
          projection: Projection.NonKeyAttributes?.toSorted() ?? Projection.ProjectionType,
        },
      ]),
    ),
  }),
  'AWS::Cognito::UserPool': ({ UsernameAttributes, UsernameConfiguration, Schema }) => ({
    UsernameAttributes,
    UsernameConfiguration,
    Schema,
  }),
  'AWS::S3::Bucket': ({ BucketName = 'generated' }) => ({ BucketName }),
};

interface Described {
  Type: string;
  indexes?: Record<string, object>;
}

const ADVICE =
  'CloudFormation cannot change this. Add an index under a new name: see docs/recipes/thumbnail-field.md.';

/** Finds the indexes that a deployed stage has with another key or projection. */
function findChangedIndexes(data: Record<string, Described>, deployed: Record<string, Described>): string[] {
  return Object.entries(deployed).flatMap(([id, { indexes = {} }]) =>
    Object.entries(indexes).flatMap(([name, index]) => {
      const now = data[id]?.indexes?.[name];
      return now === undefined || isDeepStrictEqual(now, index) ? [] : [`${id}/${name}`];
    }),
  );
}

function listNames(key: readonly Key[]): string[] {
  return key.map(({ AttributeName }) => AttributeName);
}

function describeData({ template }: Cloud): Record<string, Described> {
  const { Resources } = template.toJSON() as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  return Object.fromEntries(
    Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
      const describeFixed = FIXED[Type];
      return describeFixed === undefined ? [] : [[id, { Type, ...describeFixed(Properties) }]];
    }),
  );
}

describe.each(Object.entries({ prod, dev, full, named, largest }))('the data of the stage %s', (_, cloud) => {
  it('stays where it is at a deployment with any settings', async () => {
    const deployed = JSON.parse(await readFile(DEPLOYED, 'utf8')) as Record<string, Described>;

    expect(findChangedIndexes(describeData(cloud), deployed), ADVICE).toEqual([]);
    // Also a new resource has to be in the file, which protects it from then on.
    expect(describeData(cloud)).toEqual(deployed);
  });
});
