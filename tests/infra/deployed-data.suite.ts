import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeIndexes, listIndexChanges } from '../../infra/commands/doctor/table-indexes.ts';
import { createTemplate, listCalls, mockAws, resetAws } from './support/aws.ts';
import { dev, full, largest, named, prod, type Cloud } from './support/cloud.ts';
import { NOT_DEPLOYED, runCheck } from './support/doctor.ts';

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

/** The properties of each resource type that must not change. */
const FIXED: Readonly<Record<string, (properties: Record<string, unknown>) => object>> = {
  'AWS::DynamoDB::GlobalTable': (properties) => ({
    key: (properties['KeySchema'] as Key[]).map(({ AttributeName }) => AttributeName),
    indexes: describeIndexes(properties),
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
 * Lists the changed indexes of each table that has more than one of them. CloudFormation creates a new table with all of its indexes.
 */
function findRefusedChanges(data: Data, before: Data): string[] {
  return Object.entries(data).flatMap(([id, { indexes = {} }]) => {
    const former = before[id]?.indexes ?? indexes;
    const changes = listIndexChanges(indexes, former).map((change) => `${id}: ${change}`);
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

describe('the check of the table indexes before a deployment', () => {
  type Properties = Record<string, unknown> & { GlobalSecondaryIndexes: IndexProperties[] };
  interface IndexProperties {
    IndexName: string;
    Projection: object;
  }

  /** Checks a stage whose stack has the template of this version, except the indexes of the table of thumbnails. */
  async function check(changeIndexes: (indexes: IndexProperties[]) => IndexProperties[]): Promise<string[]> {
    const { Resources } = structuredClone(prod.template.toJSON()) as {
      Resources: Record<string, { Type: string; Properties: Properties }>;
    };
    for (const [id, { Type, Properties }] of Object.entries(Resources)) {
      if (Type !== 'AWS::DynamoDB::GlobalTable' || !id.startsWith('DataThumbnails')) continue;
      Properties.GlobalSecondaryIndexes = changeIndexes(Properties.GlobalSecondaryIndexes);
    }
    resetAws();
    mockAws({ GetTemplate: createTemplate(Resources) });
    return runCheck('table indexes');
  }

  const without =
    (...names: string[]) =>
    (indexes: IndexProperties[]) =>
      indexes.filter(({ IndexName }) => !names.includes(IndexName));
  const withFormer = (indexes: IndexProperties[]) =>
    indexes.flatMap((each) =>
      each.IndexName === 'pending' ? [each, { ...each, IndexName: 'former' }] : each,
    );
  const ACCEPTED = 'ok A deployment changes at most one index of each table.';
  const refuse = (changes: string) =>
    `FAIL CloudFormation would refuse the deployment, because it creates or deletes at most one index of a table in one update. Changes of the table thumbnails: ${changes}. -> First deploy an earlier version that makes only one of these changes, as "Deploy after skipped deployments" in docs/deploy.md says.`;

  it.each<[string, (indexes: IndexProperties[]) => IndexProperties[], string]>([
    ['accepts a stage with the same indexes', (indexes) => indexes, ACCEPTED],
    ['accepts a stage without one of the indexes', without('waiting'), ACCEPTED],
    ['accepts a stage with another index', withFormer, ACCEPTED],
    [
      'refuses a stage without two of the indexes',
      without('pending', 'waiting'),
      refuse('adds pending, adds waiting'),
    ],
    [
      'refuses a stage with another index, and without one of the indexes',
      (indexes) => without('waiting')(withFormer(indexes)),
      refuse('adds waiting, removes former'),
    ],
    [
      'refuses a stage whose index has another projection',
      (indexes) =>
        indexes.map((each) =>
          each.IndexName === 'waiting' ? { ...each, Projection: { ProjectionType: 'ALL' } } : each,
        ),
      refuse('adds waiting, removes waiting'),
    ],
  ])('%s', async (_, changeIndexes, finding) => {
    expect(await check(changeIndexes)).toEqual([finding]);
  });

  it('accepts a table that the deployment creates with all of its indexes', async () => {
    resetAws();
    mockAws({ GetTemplate: createTemplate({}) });

    expect(await runCheck('table indexes')).toEqual([ACCEPTED]);
  });

  it('reads nothing before the first deployment', async () => {
    resetAws();

    expect(await runCheck('table indexes', NOT_DEPLOYED)).toEqual([]);
    expect(listCalls()).toEqual([]);
  });
});
