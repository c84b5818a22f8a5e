import { TableAlreadyExistsException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { restoreCommand, restoreStage } from '../../../infra/commands/restore.ts';
import { stripeReplayCommand } from '../../../infra/commands/stripe-replay.ts';
import { parseSettings } from '../../../infra/stages/settings.ts';
import { createTemplate, listCalls, mockAws, resetAws } from '../support/aws.ts';
import { listInvocations, mockAnswers, mockStage, runOnDev } from '../support/operators.ts';
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

async function restore(dryRun = false) {
  const { terminal, printed } = createTerminal();
  const waits: number[] = [];
  const exitCode = await restoreStage({
    settings: parseSettings({ stage: 'try' }),
    to: TO,
    dryRun,
    terminal,
    wait: (ms) => Promise.resolve(waits.push(ms)),
  });
  return { exitCode, waits, text: printed.join('\n') };
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

  it('stops no function in a dry run', async () => {
    expect(await restore(true)).toMatchObject({ exitCode: 0, waits: [] });
    expect(listSteps().every((step) => step.startsWith('Scan'))).toBe(true);
  });

  it('brings images back without a stop of the functions, and fails if versions of some have expired', async () => {
    const find = (resource: string) => `the-${resource}0A1B2C3D`;
    mockAws({
      ListStackResources: {
        StackResourceSummaries: ['ImagesBucket', 'DataThumbnails'].map((name) => ({
          LogicalResourceId: `${name}0A1B2C3D`,
          PhysicalResourceId: find(name),
        })),
      },
      // The versions of one image are on two pages.
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
          : { Versions: [{ Key: 'images/user/b.png', VersionId: '1', IsLatest: false }] },
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

describe('a replay of payments', () => {
  beforeEach(() => mockStage());

  it('continues until the last slice, and fails if a payment could not be booked', async () => {
    mockAnswers({ reconciled: 2, failed: 1, cursor: 'evt_1' }, { reconciled: 1, failed: 0 });
    const since = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+/, '');

    const { exitCode, printed } = await runOnDev(stripeReplayCommand, '--since', since);

    expect({ exitCode, printed }).toEqual({
      exitCode: 1,
      printed: '3 payments agree with Stripe, 1 failed.',
    });
    const request = { since: new Date(since).toISOString(), seconds: 45 };
    expect(listInvocations()).toEqual([
      ['reconcile', request],
      ['reconcile', { ...request, cursor: 'evt_1' }],
    ]);
  });

  it('is refused for a time whose events Stripe no longer lists', async () => {
    expect(await runOnDev(stripeReplayCommand, '--since', '2020-01-01T00:00:00Z')).toMatchObject({
      exitCode: 2,
    });
  });
});
