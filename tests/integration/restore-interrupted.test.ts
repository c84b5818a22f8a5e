import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  paginateScan,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as mini from 'zod/mini';
import { TABLES } from '../../contract/tables.ts';
import {
  RESTORED_TABLES,
  type RestoredTable,
  type TablePairs,
} from '../../infra/commands/restore/restore-rows.ts';
import { restoreStage } from '../../infra/commands/restore/restore-stage.ts';
import type { Target } from '../../infra/commands/restore/target.ts';
import { startDynoxide, type DynamoDbEmulator } from '../../local/emulators/dynamodb/dynamodb.ts';
import { createTerminal } from '../infra/support/terminal.ts';

type Row = Record<string, unknown>;
type Rows = Partial<Record<RestoredTable, Row[]>>;

const TO = new Date('2026-11-24T09:00:00Z');
const createdAt = '2026-11-01T09:00:00.000Z';
const account = (id: string, credits: number, more: Row = {}) => ({
  id,
  credits,
  packs: {},
  createdAt,
  ...more,
});
const entry = (userId: string, kind: string, ref: string, amount: number, more: Row = {}) => ({
  ...{ userId, entryId: `${kind}#${ref}`, kind, ref, amount, createdAt },
  ...more,
});
const generation = (userId: string, generationId: string, status: string, more: Row = {}) => ({
  ...{ userId, generationId, status, cost: 1, createdAt },
  ...more,
});

/** Two accounts at the time, of which the first one was deleted since, and ran a generation; and what the damage has left. */
const COPY: Rows = {
  users: [account('deleted', 2, { mailbox: 'm' }), account('kept', 2)],
  ledger: [
    entry('deleted', 'welcome', 'sign-up', 3),
    entry('deleted', 'spend', 'a', -1),
    entry('kept', 'welcome', 'sign-up', 3),
    entry('kept', 'spend', 'b', -1),
  ],
  thumbnails: [generation('deleted', 'a', 'succeeded'), generation('kept', 'b', 'waiting')],
  purchases: [{ userId: 'deleted', id: 'cs_1', receiptUrl: 'https://receipt' }],
  brandKits: [{ userId: 'kept', brand: '{}' }],
  welcomedAddresses: [
    { id: 'salt', salt: 'old' },
    { id: 'accounts#m', accounts: new Set(['deleted', 'kept']) },
  ],
};
const DAMAGED: Rows = {
  users: [account('deleted', 0, { closedAt: '2026-11-24T10:00:00.000Z' })],
  ledger: [
    entry('deleted', 'welcome', 'sign-up', 30),
    entry('deleted', 'closed', 'closing', -2),
    entry('kept', 'refund', 'b', 1),
    entry('kept', 'spend', 'c', -1),
    entry('later', 'welcome', 'sign-up', 3),
  ],
  thumbnails: [
    generation('kept', 'b', 'failed', { failure: 'internal' }),
    generation('kept', 'c', 'succeeded'),
  ],
  welcomedAddresses: [{ id: 'salt', salt: 'new' }],
};

let emulator: DynamoDbEmulator;
let db: DynamoDBClient;
beforeAll(async () => {
  emulator = await startDynoxide({});
  db = connect();
});
afterAll(() => emulator.close());

function connect(): DynamoDBClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new DynamoDBClient({ region: 'us-west-2', endpoint: emulator.endpoint, credentials });
}

const pairs = RESTORED_TABLES.map((table) => [table, { current: table, copy: `${table}-copy` }]);
const tables = Object.fromEntries(pairs) as TablePairs;

beforeEach(reset);

/** Creates the tables with the damage and their copies. */
async function reset(): Promise<void> {
  const all = [
    ...RESTORED_TABLES.flatMap((table) => [
      { table, name: table, rows: DAMAGED[table] },
      { table, name: `${table}-copy`, rows: COPY[table] },
    ]),
    { table: 'rateLimits' as const, name: 'rateLimits', rows: [] },
  ];
  await Promise.all(
    all.map(async ({ table, name, rows = [] }) => {
      await db.send(new DeleteTableCommand({ TableName: name })).catch(() => undefined);
      const { key } = TABLES[table];
      await db.send(
        new CreateTableCommand({
          TableName: name,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: key.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
          KeySchema: key.map((AttributeName, index) => ({
            AttributeName,
            KeyType: index === 0 ? 'HASH' : 'RANGE',
          })),
        }),
      );
      if (rows.length === 0) return;
      const requests = rows.map((row) => ({ PutRequest: { Item: marshall(row) } }));
      await db.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }));
    }),
  );
}

/** All rows. The time from which sessions are valid differs from run to run. */
async function readAll(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const TableName of [...RESTORED_TABLES, 'rateLimits']) {
    const rows: Row[] = [];
    for await (const { Items = [] } of paginateScan({ client: db }, { TableName })) {
      rows.push(...Items.map((item) => unmarshall(item)));
    }
    const renewed = rows.map((row) =>
      'tokensValidFrom' in row ? { ...row, tokensValidFrom: 'renewed' } : row,
    );
    found[TableName] = new Set(renewed);
  }
  return found;
}

/** Answers of the operators' functions without a finding. */
const REPORT = { accounts: 0, drifting: 0, findings: [], more: 0, unsettled: [], reconciled: 0, failed: 0 };

/** A stage whose calls of DynamoDB and of the other services run `onCall` first. */
function createTarget(onCall: () => void | Promise<void> = () => undefined) {
  const dynamodb = connect();
  dynamodb.middlewareStack.add((next) => async (args) => {
    await onCall();
    return next(args);
  });
  let hasOpened = false;
  let resolve: () => void = () => undefined;
  const hasLock = new Promise<void>((done) => {
    resolve = done;
  });
  const after = async <T>(value: T): Promise<T> => {
    await onCall();
    return value;
  };
  const target: Target = {
    stage: 'test',
    dynamodb,
    cloud: { invoke: async (_, __, answer) => mini.parse(answer, await after(REPORT)) },
    find: (construct) => (construct === 'DataRateLimits' ? 'rateLimits' : construct),
    findMissingUsers: () => after(new Set<string>()),
    pause: () => {
      resolve();
      hasOpened = false;
      return after(0);
    },
    start: async (names) => {
      resolve();
      await onCall();
      if (names === undefined) hasOpened = true;
    },
    refundAbandoned: () => after(undefined),
  };
  const { terminal } = createTerminal();
  return {
    /** Resolves when the run has taken the lock. */
    hasLock,
    /** Whether the run has started all functions, and not stopped them again. */
    hasOpened: () => hasOpened,
    run: () => restoreStage({ target, to: TO, tables, terminal }),
  };
}

/** Restores without a fault. @returns what the rows become, and the number of calls. */
async function restoreOnce() {
  let calls = 0;
  const { run } = createTarget(() => {
    calls += 1;
  });
  expect(await run()).toBe(0);
  return { expected: await readAll(), calls };
}

it('has the same result if it is interrupted at any call, throttled or without credentials, and repeated', async () => {
  const { expected, calls } = await restoreOnce();
  const errors = [
    new ThrottlingException({ message: 'x', $metadata: {} }),
    Object.assign(new Error('The token has expired.'), { name: 'ExpiredTokenException' }),
  ];
  expect(calls).toBeGreaterThan(60);

  for (let failing = 1; failing <= calls; failing += 1) {
    await reset();
    let call = 0;
    const error = errors[failing % errors.length];
    const first = createTarget(() => {
      call += 1;
      if (call === failing && error !== undefined) throw error;
    });
    await expect(first.run(), `call ${failing}`).rejects.toBe(error);

    expect(await createTarget().run(), `call ${failing}`).toBe(0);
    expect(await readAll(), `call ${failing}`).toEqual(expected);
  }
});

it('lets one of two runs stop the other, which then starts nothing', async () => {
  const { expected, calls } = await restoreOnce();
  let stopped = 0;

  // The last calls start the functions and release the lock.
  for (let start = 1; start <= calls; start += start < calls - 6 ? 3 : 1) {
    await reset();
    let call = 0;
    const second = createTarget();
    let secondRun: Promise<unknown> = Promise.resolve();
    const first = createTarget(async () => {
      call += 1;
      if (call !== start) return;
      secondRun = Promise.allSettled([second.run()]);
      await second.hasLock;
    });
    const [outcome] = await Promise.allSettled([first.run()]);
    await secondRun;

    if (outcome.status === 'rejected') {
      stopped += 1;
      expect(String(outcome.reason), `call ${start}`).toContain(
        'Another run has taken this restoration over.',
      );
      expect(first.hasOpened(), `call ${start}`).toBe(false);
    }
    // A row that both wrote at the same moment is refused. A repeated run finds nothing to do otherwise.
    expect(await createTarget().run(), `call ${start}`).toBe(0);
    expect(await readAll(), `call ${start}`).toEqual(expected);
  }
  expect(stopped).toBeGreaterThan(10);
});
