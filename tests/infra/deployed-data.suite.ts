import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dev, full, largest, named, prod, type Cloud } from './support/cloud.ts';

/**
 * The resources with data in the stages that were deployed since November 2026: their logical IDs, and the properties that
 * CloudFormation cannot change, or can change only with a new, empty resource. `--update` does not write this file. Add new
 * resources and indexes to the file. Never change an entry. Remove an index together with the index of the table.
 */
const DEPLOYED = new URL('snapshots/data.deployed.json', import.meta.url);

type Data = Readonly<Record<string, Described>>;

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
  'CloudFormation cannot change this. Add an index under a new name: see docs/recipes/table-index.md.';

/** Finds the indexes that a deployed stage has with another key or projection. */
function findChangedIndexes(data: Data, deployed: Data): string[] {
  return Object.entries(deployed).flatMap(([id, { indexes = {} }]) =>
    Object.entries(indexes).flatMap(([name, index]) => {
      const now = data[id]?.indexes?.[name];
      return now === undefined || isDeepStrictEqual(now, index) ? [] : [`${id}/${name}`];
    }),
  );
}

const ONE_CHANGE =
  'CloudFormation creates or deletes at most one index of a table in one update. Deploy the removal first: \
see docs/recipes/table-index.md.';

/**
 * Lists the changed indexes of each table that has more than one of them. A changed key or projection is a removal and an addition.
 * CloudFormation creates a new table with all of its indexes.
 */
function findRefusedChanges(data: Data, before: Data): string[] {
  return Object.entries(data).flatMap(([id, { indexes = {} }]) => {
    const former = before[id]?.indexes ?? indexes;
    const isKept = (name: string) => isDeepStrictEqual(indexes[name], former[name]);
    const changes = [
      ...Object.keys(indexes).flatMap((name) => (isKept(name) ? [] : [`${id}: adds ${name}`])),
      ...Object.keys(former).flatMap((name) => (isKept(name) ? [] : [`${id}: removes ${name}`])),
    ];
    return changes.length > 1 ? changes : [];
  });
}

/** @returns undefined if git fails, e.g. because this copy is no repository. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' });
  return status === 0 ? stdout.trimEnd() : undefined;
}

const HAS_COMMITS = git('rev-parse', '--is-shallow-repository') === 'false';

/**
 * Reads the file of the deployed data as it was before the change: on the branch `main` of the remote repository or, if that file is
 * the same, one commit earlier, for the tests of a push. Returns undefined if the file has not changed.
 */
function readBefore(current: string): string | undefined {
  const base = git('merge-base', 'HEAD', 'origin/main') ?? 'HEAD';
  return [base, `${base}^`]
    .map((commit) => git('show', `${commit}:./snapshots/data.deployed.json`))
    .find((text) => text !== current.trimEnd());
}

function listNames(key: readonly Key[]): string[] {
  return key.map(({ AttributeName }) => AttributeName);
}

function describeData({ template }: Cloud): Data {
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

const parseData = (text: string): Data => JSON.parse(text) as Data;

describe.each(Object.entries({ prod, dev, full, named, largest }))('the data of the stage %s', (_, cloud) => {
  it('stays where it is at a deployment with any settings', async () => {
    const deployed = parseData(await readFile(DEPLOYED, 'utf8'));

    expect(findChangedIndexes(describeData(cloud), deployed), ADVICE).toEqual([]);
    // Also a new resource has to be in the file, which protects it from then on.
    expect(describeData(cloud)).toEqual(deployed);
  });
});

describe('a deployment of tables that exist', () => {
  it.runIf(HAS_COMMITS)('adds or removes at most one index of a table', async () => {
    const before = readBefore(await readFile(DEPLOYED, 'utf8'));

    expect(
      before === undefined ? [] : findRefusedChanges(describeData(prod), parseData(before)),
      ONE_CHANGE,
    ).toEqual([]);
  });

  const index = { key: ['userId'], projection: 'ALL' };
  const describeTable = (...names: string[]): Described => ({
    Type: 'AWS::DynamoDB::GlobalTable',
    indexes: Object.fromEntries(names.map((name) => [name, index])),
  });

  it.each([
    [
      'adds an index and removes another one',
      ['first', 'third'],
      ['Table: adds third', 'Table: removes second'],
    ],
    ['adds two indexes', ['first', 'second', 'third', 'fourth'], ['Table: adds third', 'Table: adds fourth']],
    ['removes two indexes', [], ['Table: removes first', 'Table: removes second']],
    ['adds an index', ['first', 'second', 'third'], []],
    ['removes an index', ['second'], []],
  ])('is judged by its changes if it %s', (_, indexes, refused) => {
    const before = { Table: describeTable('first', 'second'), Other: describeTable('first') };
    const data = {
      Table: describeTable(...indexes),
      Other: describeTable('first', 'second'),
      New: describeTable('a', 'b'),
    };

    expect(findRefusedChanges(data, before)).toEqual(refused);
  });

  it('is refused if it changes the projection of an index', () => {
    const before = { Table: describeTable('first') };
    const data = { Table: { ...before.Table, indexes: { first: { ...index, projection: 'KEYS_ONLY' } } } };

    expect(findRefusedChanges(data, before)).toEqual(['Table: adds first', 'Table: removes first']);
  });
});
