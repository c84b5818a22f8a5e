import { TableAlreadyExistsException } from '@aws-sdk/client-dynamodb';
import { TABLE_NAMES, TABLES } from '#contract/tables.ts';
import { restoreTo } from '../../../infra/commands/restore.ts';
import { connectTarget } from '../../../infra/commands/restore/target.ts';
import { findStage } from '../../../infra/stages/stages.ts';
import { createTemplate, listCalls, mockAws } from './aws.ts';
import { mockStage } from './operators.ts';
import { MemoryTables, type Row } from './tables.ts';
import { createTerminal } from './terminal.ts';

export const TO = new Date('2026-11-24T09:00:00Z');
/** The constructs of the stack's functions, with their properties. */
const FUNCTIONS = {
  Generate: { Timeout: 29, ReservedConcurrentExecutions: 40 },
  RefundAbandoned: { Timeout: 240 },
  ReconcilePayments: { Timeout: 60 },
  AuditCredits: {},
};

/** The name of a resource. */
export const find = (construct: string) => `the-${construct}0A1B2C3D`;
/** The name of the construct of a table. */
const nameTable = (table: string) => `Data${table[0]?.toUpperCase()}${table.slice(1)}`;
export const nameCopy = (construct: string, to = TO) =>
  `${find(construct)}-${to.toISOString().replace(/\D/g, '')}`;
export const LOCKS = find('DataRateLimits');

export let tables: MemoryTables;

/** A restoration that has come so far, of another run. */
export function setLock(phase: string, to = TO): void {
  const row = { run: 'another run', to: to.toISOString(), phase, subject: 'restore', window: 'lock' };
  const item = Object.fromEntries(Object.entries(row).map(([name, S]) => [name, { S }]));
  tables.replace(LOCKS, [item]);
}

export function readLock() {
  const [lock] = tables.read(LOCKS);
  return lock && { to: lock['to']?.S, phase: lock['phase']?.S };
}

/** A deployed stage with empty tables, whose copies exist, no payments, and accounts without findings. */
export function mockRestorableStage(): void {
  mockStage();
  const functions = Object.keys(FUNCTIONS).map((name) => [
    'AWS::Lambda::Function',
    `${name}Function0A1B2C3D`,
  ]);
  const resources = [
    ...functions,
    ...TABLE_NAMES.map((name) => ['AWS::DynamoDB::GlobalTable', `${nameTable(name)}0A1B2C3D`]),
    ['AWS::S3::Bucket', 'ImagesBucket0A1B2C3D'],
  ];
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
  tables = new MemoryTables((name) => {
    const table = TABLE_NAMES.find((each) => name.startsWith(find(nameTable(each)))) ?? 'users';
    return TABLES[table].key;
  });
  tables.mock();
}

/** Mocks the findings of the replay and the audit. */
export function mockFindings(drifting: number, replay: object = { reconciled: 2, failed: 0 }): void {
  const audit = { accounts: 3, drifting, findings: [], more: 0, unsettled: [] };
  mockAws({
    Invoke: ({ input: { FunctionName } }) => {
      const answer = FunctionName === 'audit' ? audit : FunctionName === 'reconcile' ? replay : {};
      return { StatusCode: 200, Payload: Buffer.from(JSON.stringify(answer)) };
    },
  });
}

/** Replaces the rows of tables as of the time to return to, and now. */
export function mockRows(rows: Record<string, Record<'copy' | 'now', Row[]>>): void {
  for (const [name, { copy, now }] of Object.entries(rows)) {
    tables.replace(nameCopy(`Data${name}`), copy);
    tables.replace(find(`Data${name}`), now);
  }
}

interface RunOptions {
  to?: Date | undefined;
  dryRun?: boolean;
  force?: boolean;
  wait?: () => Promise<unknown>;
}

async function runTo({ to, dryRun = false, force = false, wait }: RunOptions) {
  const { terminal, printed, warned } = createTerminal();
  const waits: number[] = [];
  const settings = findStage('dev');
  const options = { region: settings.region, to, dryRun, force, terminal };
  const result = await connectTarget(settings)
    .then((target) =>
      restoreTo({
        ...options,
        target,
        wait: (ms) => {
          waits.push(ms);
          return wait?.() ?? Promise.resolve();
        },
      }),
    )
    .catch((error: unknown) => error);
  return { result, waits, warned, text: printed.join('\n') };
}

/** Runs the command without its question. */
export const restore = (options: RunOptions = {}) => runTo({ to: TO, ...options });

export const resume = (options: Omit<RunOptions, 'to'> = {}) => runTo(options);

/** The writes of rows, without the lock. */
export const listWrites = () =>
  listCalls('PutItem').flatMap(({ input }) => (input['TableName'] === LOCKS ? [] : [input]));

/** The changes of the functions and the invocations, in order. */
export const listSteps = () =>
  listCalls().flatMap(({ operation, input }) => {
    if (!/Concurrency|Invoke/.test(operation)) return [];
    const name = String(input['FunctionName']).replace(/^the-|Function0A1B2C3D$/g, '');
    if (operation === 'Invoke') return [`invoke ${name}`];
    return [`${name} ${String(input['ReservedConcurrentExecutions'])}`];
  });

const STOP = ['Generate 0', 'RefundAbandoned 0', 'ReconcilePayments 0', 'AuditCredits 0'];
/** The command stops the functions before and after its wait. */
export const STOPS = [...STOP, ...STOP];
/** The steps that complete a restoration, before the command starts all functions. */
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
