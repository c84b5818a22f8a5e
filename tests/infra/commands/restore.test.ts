import {
  ConditionalCheckFailedException,
  TableAlreadyExistsException,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { restoreCommand, restoreStage } from '../../../infra/commands/restore.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { createTemplate, listCalls, mockAws, resetAws } from '../support/aws.ts';
import { runOnDev } from '../support/operators.ts';
import { createTerminal } from '../support/terminal.ts';

const TO = new Date('2026-11-24T09:00:00Z');
const FUNCTIONS = {
  Generate: { Timeout: 29, ReservedConcurrentExecutions: 40 },
  Sweep: { Timeout: 240 },
};
const TABLES = ['Users', 'Ledger', 'Purchases', 'Thumbnails'];
const CONCURRENCY = ['PutFunctionConcurrency', 'DeleteFunctionConcurrency'];

beforeEach(() => {
  resetAws();
  const functions = Object.keys(FUNCTIONS).map((id) => ['AWS::Lambda::Function', id]);
  const tables = TABLES.map((name) => ['AWS::DynamoDB::GlobalTable', `Data${name}0A1B2C3D`]);
  mockAws({
    ListStackResources: {
      StackResourceSummaries: [...functions, ...tables].map(([ResourceType, LogicalResourceId = '']) => ({
        ResourceType,
        LogicalResourceId,
        PhysicalResourceId: `the-${LogicalResourceId}`,
      })),
    },
    GetTemplate: createTemplate(
      Object.fromEntries(
        Object.entries(FUNCTIONS).map(([id, Properties]) => [
          id,
          { Type: 'AWS::Lambda::Function', Properties },
        ]),
      ),
    ),
    RestoreTableToPointInTime: new TableAlreadyExistsException({ message: 'x', $metadata: {} }),
    DescribeTable: { Table: { TableStatus: 'ACTIVE' } },
    Scan: { Items: [] },
    PutFunctionConcurrency: {},
    DeleteFunctionConcurrency: {},
  });
});

const find = (resource: string) => `the-${resource}0A1B2C3D`;

type Row = Record<string, AttributeValue>;

/** The rows of tables as of the time to return to, and now. */
function mockRows(tables: Record<string, Record<'copy' | 'now', Row[]>>): void {
  const list = (TableName: unknown) =>
    Object.entries(tables).flatMap(([name, { copy, now }]) => {
      if (TableName === find(`Data${name}`)) return now;
      return TableName === `${find(`Data${name}`)}-20261124090000` ? copy : [];
    });
  mockAws({
    Scan: ({ input }) => ({ Items: list(input['TableName']) }),
    // Reads one row, and leaves the others to the next call, as DynamoDB may do.
    BatchGetItem: ({ input }) => {
      const requests = Object.entries(input['RequestItems'] as Record<string, { Keys: Row[] }>);
      const read = requests.map(
        ([
          table,
          {
            Keys: [key, ...Keys],
          },
        ]) => ({
          found: [table, list(table).filter((row) => isDeepStrictEqual({ ...row, ...key }, row))] as const,
          left: Keys.length > 0 ? [[table, { Keys }] as const] : [],
        }),
      );
      return {
        Responses: Object.fromEntries(read.map(({ found }) => found)),
        UnprocessedKeys: Object.fromEntries(read.flatMap(({ left }) => left)),
      };
    },
    PutItem: {},
    DeleteItem: {},
  });
}

async function restore(dryRun = false) {
  const { terminal, printed, warned } = createTerminal();
  const waits: number[] = [];
  const exitCode = await restoreStage({
    settings: parseSettings({ stage: 'try' }),
    to: TO,
    dryRun,
    terminal,
    wait: (ms) => Promise.resolve(waits.push(ms)),
  });
  return { exitCode, waits, warned, text: printed.join('\n') };
}

/** The changes of the functions, and the reads of the tables, in order. */
const listSteps = () =>
  listCalls().flatMap(({ operation, input }) => {
    if (operation === 'Scan') return [`Scan ${String(input['TableName'])}`];
    if (!CONCURRENCY.includes(operation)) return [];
    return [`${String(input['FunctionName'])} ${String(input['ReservedConcurrentExecutions'])}`];
  });

describe('the restoration of a stage', () => {
  it('copies the tables as of one second, stops the functions before it reads, and starts them at the end', async () => {
    const { exitCode, waits, text } = await restore();

    expect(exitCode).toBe(0);
    expect(listCalls('RestoreTableToPointInTime').map(({ input }) => input)).toEqual(
      TABLES.map((name) => ({
        SourceTableName: `the-Data${name}0A1B2C3D`,
        TargetTableName: `the-Data${name}0A1B2C3D-20261124090000`,
        RestoreDateTime: TO,
        GlobalSecondaryIndexOverride: [],
      })),
    );
    const steps = listSteps();
    expect(steps.slice(0, 2)).toEqual(['the-Generate 0', 'the-Sweep 0']);
    expect(steps.slice(-2)).toEqual(['the-Generate 40', 'the-Sweep undefined']);
    expect(steps).toHaveLength(14);
    expect(waits).toEqual([240_000]);
    expect(text).toContain('npm run stripe:replay -- --stage try --since 2026-11-24T09:00:00.000Z');
  });

  it('leaves the functions stopped if the rows could not be restored', async () => {
    mockAws({ Scan: new Error('no answer') });

    await expect(restore()).rejects.toThrow('no answer');
    expect(listSteps().filter((step) => !step.startsWith('Scan'))).toEqual(['the-Generate 0', 'the-Sweep 0']);
  });

  it('leaves the functions stopped if a single row changed meanwhile, and says to run it again', async () => {
    mockRows({
      Users: {
        copy: [{ id: { S: 'user' }, credits: { N: '5' } }],
        now: [{ id: { S: 'user' }, credits: { N: '7' } }],
      },
    });
    mockAws({
      PutItem: ({ input }) =>
        input['ConditionExpression'] === undefined
          ? {}
          : new ConditionalCheckFailedException({ message: 'x', $metadata: {} }),
    });

    const { exitCode, text, warned } = await restore();

    expect(exitCode).toBe(1);
    expect(text).toMatch(/users +0 +0 +1\nledger +0 +0 +0\n/);
    expect(warned).toEqual([
      'Rows changed meanwhile, and the functions are still stopped. Run the command again.',
    ]);
    expect(listSteps().filter((step) => !step.startsWith('Scan'))).toEqual(['the-Generate 0', 'the-Sweep 0']);
  });

  it('writes the balance of that time, and keeps what has decided since who has access', async () => {
    const row = (time: string, credits: string, more: Row = {}) => ({
      id: { S: 'user' },
      credits: { N: credits },
      mailbox: { S: `mailbox at ${time}` },
      stripeCustomerId: { S: `customer at ${time}` },
      tokensValidFrom: { S: time },
      ...more,
    });
    const since = { suspendedAt: { S: '11:00' }, operatorActions: { L: [{ S: 'suspend' }] } };
    const [copy, now] = [row('08:00', '5', { shortfall: { N: '1' } }), row('11:00', '7', since)];
    mockRows({ Users: { copy: [copy], now: [now] } });

    expect(await restore()).toMatchObject({ exitCode: 0 });

    const restored = row('11:00', '5', { ...since, shortfall: { N: '1' } });
    expect(listCalls('PutItem').map(({ input }) => [input['TableName'], input['Item']])).toEqual([
      [find('DataUsers'), restored],
    ]);
  });

  it('brings a deleted thumbnail back only if it was unfinished at that time, as its ledger then says', async () => {
    const row = (generationId: string, status: string, more: Row = {}): Row => ({
      userId: { S: 'user' },
      generationId: { S: generationId },
      status: { S: status },
      ...more,
    });
    const deleted = (id: string, endedAs: string) => row(id, 'deleted', { endedAs: { S: endedAs } });
    const pending = row('unfinished', 'pending');
    const user = { id: { S: 'user' }, credits: { N: '5' } };
    mockRows({
      Users: { copy: [user], now: [user] },
      Thumbnails: {
        copy: [pending, row('image', 'succeeded'), row('failure', 'failed')],
        now: [deleted('unfinished', 'failed'), deleted('image', 'succeeded'), deleted('failure', 'failed')],
      },
    });

    expect(await restore()).toMatchObject({ exitCode: 0 });

    expect(listCalls('PutItem').map(({ input }) => input['Item'])).toEqual([pending]);
    expect(listCalls('DeleteItem')).toEqual([]);
  });

  it("waits for Lambda's default timeout if no function has a timeout", async () => {
    mockAws({ GetTemplate: createTemplate({ Generate: { Type: 'AWS::Lambda::Function', Properties: {} } }) });

    expect(await restore()).toMatchObject({ exitCode: 0, waits: [3_000] });
  });

  it('stops no function in a dry run', async () => {
    expect(await restore(true)).toMatchObject({ exitCode: 0, waits: [] });
    expect(listSteps().every((step) => step.startsWith('Scan'))).toBe(true);
  });

  it('brings images back without a stop of the functions, and fails if versions of some have expired', async () => {
    mockAws({
      ListStackResources: {
        StackResourceSummaries: ['ImagesBucket', 'DataThumbnails'].map((name) => ({
          LogicalResourceId: `${name}0A1B2C3D`,
          PhysicalResourceId: find(name),
        })),
      },
      // The versions of one image are on two pages. No row names the preview b.webp.
      ListObjectVersions: ({ input }) =>
        input['KeyMarker'] === undefined
          ? {
              DeleteMarkers: ['a', 'b'].map((id) => ({
                Key: `images/user/${id}.png`,
                VersionId: `marker of ${id}`,
                IsLatest: true,
              })),
              IsTruncated: true,
              NextKeyMarker: 'images/user/b.png',
              NextVersionIdMarker: 'marker of b',
            }
          : {
              DeleteMarkers: [
                { Key: 'images/user/b.webp', VersionId: 'marker of a preview', IsLatest: true },
              ],
              Versions: ['b.png', 'b.webp'].map((name) => ({
                Key: `images/user/${name}`,
                VersionId: '1',
                IsLatest: false,
              })),
            },
      GetItem: ({ input }) => {
        const { generationId } = input['Key'] as { generationId: { S: string } };
        return { Item: { imageKey: { S: `images/user/${generationId.S}.png` } } };
      },
      DeleteObjects: {},
    });

    expect(await runOnDev(restoreCommand, '--images')).toMatchObject({
      exitCode: 1,
      printed: '1 images came back, 1 are lost.',
    });
    expect(listCalls('DeleteObjects').map(({ input }) => input)).toEqual([
      {
        Bucket: find('ImagesBucket'),
        Delete: { Objects: [{ Key: 'images/user/b.png', VersionId: 'marker of b' }], Quiet: true },
      },
    ]);
    const pages = [{}, { KeyMarker: 'images/user/b.png', VersionIdMarker: 'marker of b' }];
    expect(listCalls('ListObjectVersions').map(({ input }) => input)).toEqual(
      pages.map((page) => ({ Bucket: find('ImagesBucket'), Prefix: 'images/', ...page })),
    );
    expect(listCalls('GetItem')[0]?.input).toMatchObject({ TableName: find('DataThumbnails') });
    expect(CONCURRENCY.flatMap((operation) => listCalls(operation))).toEqual([]);
  });

  it.each([
    [[]],
    [['--to', '2026-11-24']],
    [['--to', '2026-11-24T09:00:00']],
    [['--to', '2999-01-01T00:00:00Z']],
  ])('is refused with %j: the time has a zone and is in the past', async (args) => {
    expect(await runOnDev(restoreCommand, ...args)).toMatchObject({ exitCode: 2 });
  });
});
