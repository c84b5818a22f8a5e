import {
  ConditionalCheckFailedException,
  TableAlreadyExistsException,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { restoreTo } from '../../../infra/commands/restore.ts';
import { resumeStage } from '../../../infra/commands/restore/restore-stage.ts';
import { connectTarget } from '../../../infra/commands/restore/target.ts';
import { findStage } from '../../../infra/stages/stages.ts';
import { createTemplate, listCalls, mockAws } from './aws.ts';
import { mockStage } from './operators.ts';
import { createTerminal } from './terminal.ts';

export const TO = new Date('2026-11-24T09:00:00Z');
/** The constructs of the stack's functions, with their properties. */
const FUNCTIONS = {
  Generate: { Timeout: 29, ReservedConcurrentExecutions: 40 },
  RefundAbandoned: { Timeout: 240 },
  ReconcilePayments: { Timeout: 60 },
  AuditCredits: {},
};
const TABLES = ['Users', 'Ledger', 'Purchases', 'Thumbnails', 'BrandKits', 'WelcomedAddresses'];

export type Row = Record<string, AttributeValue>;

/** The name of a resource. */
export const find = (construct: string) => `the-${construct}0A1B2C3D`;
export const LOCKS = find('DataRateLimits');

let lock: Row | undefined;

/** A restoration that has come so far, of another run. */
export function setLock(phase: string, to = TO): void {
  lock = { run: { S: 'another run' }, to: { S: to.toISOString() }, phase: { S: phase } };
}

export const readLock = () => lock && { to: lock['to']?.S, phase: lock['phase']?.S };

/** A deployed stage with empty tables, whose copies exist, no payments, and accounts without findings. */
export function mockRestorableStage(): void {
  mockStage();
  lock = undefined;
  const functions = Object.keys(FUNCTIONS).map((name) => [
    'AWS::Lambda::Function',
    `${name}Function0A1B2C3D`,
  ]);
  const tables = [...TABLES, 'RateLimits'].map((name) => [
    'AWS::DynamoDB::GlobalTable',
    `Data${name}0A1B2C3D`,
  ]);
  const resources = [...functions, ...tables, ['AWS::S3::Bucket', 'ImagesBucket0A1B2C3D']];
  const template: Record<string, object> = Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, Properties]) => [
      `${name}Function0A1B2C3D`,
      { Type: 'AWS::Lambda::Function', Properties },
    ]),
  );
  mockAws({
    ListStackResources: {
      StackResourceSummaries: resources.map(([ResourceType, LogicalResourceId = '']) => ({
        ResourceType,
        LogicalResourceId,
        PhysicalResourceId: `the-${LogicalResourceId}`,
      })),
    },
    GetTemplate: createTemplate(template),
    RestoreTableToPointInTime: new TableAlreadyExistsException({ message: 'x', $metadata: {} }),
    DescribeTable: { Table: { TableStatus: 'ACTIVE' } },
    ListUsers: { Users: [] },
    PutFunctionConcurrency: {},
    DeleteFunctionConcurrency: {},
  });
  mockFindings(0);
  mockRows({});
}

/** What the replay and the audit find. */
export function mockFindings(drifting: number, replay: object = { reconciled: 2, failed: 0 }): void {
  const audit = { accounts: 3, drifting, findings: [], more: 0, unsettled: [] };
  mockAws({
    Invoke: ({ input: { FunctionName } }) => {
      const answer = FunctionName === 'audit' ? audit : FunctionName === 'reconcile' ? replay : {};
      return { StatusCode: 200, Payload: Buffer.from(JSON.stringify(answer)) };
    },
  });
}

const isLock = (input: Record<string, unknown>) => input['TableName'] === LOCKS;

/** The rows of tables as of the time to return to, and now. The lock works. */
export function mockRows(
  tables: Record<string, Record<'copy' | 'now', Row[]>>,
  write: () => object = () => ({}),
): void {
  const list = ({ TableName }: Record<string, unknown>) =>
    Object.entries(tables).flatMap(([name, { copy, now }]) => {
      if (TableName === find(`Data${name}`)) return now;
      return TableName === `${find(`Data${name}`)}-20261124090000` ? copy : [];
    });
  const writeLock = (input: Record<string, unknown>, row: Row | undefined) => {
    const values = input['ExpressionAttributeValues'] as Row | undefined;
    if (values !== undefined && values[':run']?.S !== lock?.['run']?.S) {
      return new ConditionalCheckFailedException({ message: 'x', $metadata: {} });
    }
    lock = row;
    return {};
  };
  mockAws({
    Scan: ({ input }) => ({ Items: list(input) }),
    Query: ({ input }) => ({ Items: list(input) }),
    GetItem: { Item: undefined },
    PutItem: ({ input }) => (isLock(input) ? writeLock(input, input['Item'] as Row) : write()),
    DeleteItem: ({ input }) => (isLock(input) ? writeLock(input, undefined) : write()),
  });
  mockAws({ GetItem: ({ input }) => (isLock(input) && lock !== undefined ? { Item: pickLock() } : {}) });
}

function pickLock(): Row {
  const { run = { S: '' }, to = { S: '' }, phase = { S: '' } } = lock ?? {};
  return { run, to, phase };
}

/** Runs the command without its question. */
export async function restore(dryRun = false) {
  const { terminal, printed, warned } = createTerminal();
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  const settings = findStage('dev');
  const result = await connectTarget(settings)
    .then((target) => restoreTo({ target, region: settings.region, to: TO, dryRun, terminal, wait }))
    .catch((error: unknown) => error);
  return { result, waits, warned, text: printed.join('\n') };
}

export async function resume(ignoresFindings = false) {
  const { terminal, warned } = createTerminal();
  const result = await resumeStage(await connectTarget(findStage('dev')), ignoresFindings, terminal);
  return { result, warned };
}

/** The changes of the functions and the invocations, in order. */
export const listSteps = () =>
  listCalls().flatMap(({ operation, input }) => {
    if (!/Concurrency|Invoke/.test(operation)) return [];
    const name = String(input['FunctionName']).replace(/^the-|Function0A1B2C3D$/g, '');
    if (operation === 'Invoke') return [`invoke ${name}`];
    return [`${name} ${String(input['ReservedConcurrentExecutions'])}`];
  });

export const STOPS = ['Generate 0', 'RefundAbandoned 0', 'ReconcilePayments 0', 'AuditCredits 0'];
/** What completes a restoration, before it starts all functions. */
export const COMPLETION = [
  'RefundAbandoned undefined',
  'ReconcilePayments undefined',
  'AuditCredits undefined',
  'invoke reconcile',
  'invoke RefundAbandoned',
  'invoke audit',
];
export const STARTS = [
  'Generate 40',
  'RefundAbandoned undefined',
  'ReconcilePayments undefined',
  'AuditCredits undefined',
];
