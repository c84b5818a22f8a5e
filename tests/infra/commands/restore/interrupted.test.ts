import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { awsError, interceptCalls, listCalls, mockAws } from '../../support/aws.ts';
import {
  find,
  LOCKS,
  mockRestorableStage,
  mockRows,
  nameCopy,
  readLock,
  restore,
  resume,
  STARTS,
  tables,
} from '../../support/restore.ts';

type Attributes = Record<string, unknown>;

const OTHER = new Date('2026-11-20T09:00:00Z');
const createdAt = '2026-11-01T09:00:00.000Z';
const account = (id: string, credits: number, more: Attributes = {}) => ({
  ...{ id, credits, packs: {}, createdAt },
  ...more,
});
const entry = (userId: string, kind: string, ref: string, amount: number) => ({
  ...{ userId, entryId: `${kind}#${ref}`, kind, ref, amount, createdAt },
});
const generation = (userId: string, generationId: string, status: string, more: Attributes = {}) => ({
  ...{ userId, generationId, status, cost: 1, createdAt },
  ...more,
});

/** Two accounts at the time, of which the first one was deleted since, and ran a generation; and what the damage has left. */
const ROWS: Record<string, Record<'copy' | 'now', Attributes[]>> = {
  Users: {
    copy: [account('deleted', 2, { mailbox: 'm' }), account('kept', 2)],
    now: [account('deleted', 0, { closedAt: '2026-11-24T10:00:00.000Z' })],
  },
  Ledger: {
    copy: [
      entry('deleted', 'welcome', 'sign-up', 3),
      entry('deleted', 'spend', 'a', -1),
      entry('kept', 'welcome', 'sign-up', 3),
      entry('kept', 'spend', 'b', -1),
    ],
    now: [
      entry('deleted', 'welcome', 'sign-up', 30),
      entry('deleted', 'closed', 'closing', -2),
      entry('kept', 'refund', 'b', 1),
      entry('kept', 'spend', 'c', -1),
      entry('later', 'welcome', 'sign-up', 3),
    ],
  },
  Thumbnails: {
    copy: [generation('deleted', 'a', 'succeeded'), generation('kept', 'b', 'waiting')],
    now: [generation('kept', 'b', 'failed', { failure: 'internal' }), generation('kept', 'c', 'succeeded')],
  },
  Purchases: { copy: [{ userId: 'deleted', id: 'cs_1', receiptUrl: 'https://receipt' }], now: [] },
  BrandKits: { copy: [{ userId: 'kept', brand: '{}' }], now: [] },
  WelcomedAddresses: {
    copy: [
      { id: 'salt', salt: 'old' },
      { id: 'accounts#m', accounts: new Set(['deleted', 'kept']) },
    ],
    now: [{ id: 'salt', salt: 'new' }],
  },
};

/** The functions that are stopped. */
let stopped: Set<string>;
/** The forbidden events that have happened. */
let violations: string[];
/** Runs when a row or the lock is written. */
let onWrite: (table: string) => void;

/** A stage that notices if its functions run at the wrong time. */
function mockWatchedStage(): void {
  mockRestorableStage();
  for (const [name, { copy, now }] of Object.entries(ROWS)) {
    const rows = copy.map((row) => marshall(row));
    mockRows({ [name]: { copy: rows, now: now.map((row) => marshall(row)) } });
    tables.replace(nameCopy(`Data${name}`, OTHER), rows);
  }
  stopped = new Set();
  violations = [];
  onWrite = () => undefined;
  /** The checks that must still run between the last write of a row and the start of a function that users call. */
  let missing = new Set<string>();
  tables.mock((table) => {
    onWrite(table);
    if (table === LOCKS) return;
    missing = new Set(['reconcile', 'audit']);
    if (stopped.size < STARTS.length) violations.push(`a function runs while ${table} is written`);
  });
  const start = (name: unknown) => {
    stopped.delete(String(name));
    if (name === find('GenerateFunction') && missing.size > 0)
      violations.push(`users are let in before ${[...missing].join()}`);
    return {};
  };
  const report = { accounts: 0, drifting: 0, findings: [], more: 0, unsettled: [], reconciled: 0, failed: 0 };
  mockAws({
    ListUsers: { Users: [{ Username: 'kept' }, { Username: 'later' }] },
    Invoke: ({ input }) => {
      missing.delete(String(input['FunctionName']));
      return { StatusCode: 200, Payload: Buffer.from(JSON.stringify(report)) };
    },
    PutFunctionConcurrency: ({ input }) => {
      if (input['ReservedConcurrentExecutions'] !== 0) return start(input['FunctionName']);
      stopped.add(String(input['FunctionName']));
      return {};
    },
    DeleteFunctionConcurrency: ({ input }) => start(input['FunctionName']),
  });
}

/** All rows. The time from which sessions are valid differs from run to run. */
function readRows(): Attributes {
  const found = Object.keys(ROWS).map((name) => {
    const rows = tables.read(find(`Data${name}`)).map((row) => unmarshall(row));
    return [
      name,
      new Set(rows.map((row) => ('tokensValidFrom' in row ? { ...row, tokensValidFrom: 'now' } : row))),
    ];
  });
  return Object.fromEntries(found) as Attributes;
}

/** Restores without a fault. @returns what the rows become, and the number of calls. */
async function restoreOnce() {
  mockWatchedStage();
  expect(await restore()).toMatchObject({ result: 0 });
  expect([violations, [...stopped], readLock()]).toEqual([[], [], undefined]);
  return { expected: readRows(), calls: listCalls().length };
}

const wait = () => setImmediate();

it('A restoration that fails at any call says what to do, and has the same result when it is resumed or repeated', async () => {
  const { expected, calls } = await restoreOnce();
  const errors = [
    new ThrottlingException({ message: 'x', $metadata: {} }),
    awsError('ExpiredTokenException'),
  ];
  expect(calls).toBeGreaterThan(80);

  for (let failing = 1; failing <= calls; failing += 1) {
    mockWatchedStage();
    const error = errors[failing % 2];
    interceptCalls(() => {
      if (listCalls().length === failing && error !== undefined) throw error;
    });
    const { result, warned } = await restore();
    const name = `call ${failing}, ${listCalls().at(failing - 1)?.operation}`;
    expect(result, name).toBe(error);
    if (stopped.size > 0) expect(warned.join(), name).toContain('--resume');

    const { phase = 'stopping' } = readLock() ?? {};
    const isResumed = failing % 4 < 2;
    const again = isResumed ? await resume() : await restore();
    expect([again.result, violations, [...stopped], readLock()], name).toEqual([0, [], [], undefined]);
    if (phase !== 'stopping' || !isResumed) expect(readRows(), name).toEqual(expected);
  }
});

const FIRST = {
  restores: () => restore({ wait }),
  resumes: () => resume({ wait }),
};
const OTHERS = {
  ...FIRST,
  'restores to another time': () => restore({ to: OTHER, wait }),
};
/** The progress of the other run when the first run continues. */
const PROGRESS = ['has the lock', 'has written a row', 'has ended'] as const;

const PAIRS = Object.keys(FIRST).flatMap((first) =>
  Object.keys(OTHERS).flatMap((other) =>
    // A run that resumes writes no row before its end.
    PROGRESS.filter(
      (progress) => (other === 'resumes') === (progress === 'has the lock') || progress === 'has ended',
    ).map((progress) => [first, other, progress] as const),
  ),
);

/** The numbers of the calls of a run, each kind of call once in each phase. */
async function listPoints(run: () => Promise<unknown>): Promise<[number, string][]> {
  const points = new Map<string, number>();
  mockWatchedStage();
  interceptCalls(({ operation, input }) => {
    const call = `${operation} of ${String(input['TableName'])} while ${readLock()?.phase}`;
    if (!points.has(call)) points.set(call, listCalls().length);
  });
  await run();
  return [...points].map(([call, at]) => [at, call]);
}

describe('a run during which another run starts at any call', () => {
  let expected: Attributes;
  beforeAll(async () => {
    ({ expected } = await restoreOnce());
  });

  it.each(PAIRS)(
    'never writes while a function runs, if it %s, and the other run %s and %s',
    async (firstName, otherName, progress) => {
      const [runFirst, runOther] = [FIRST[firstName as 'restores'], OTHERS[otherName as 'restores']];

      for (const [at, call] of await listPoints(runFirst)) {
        // A call that changes a function ends while the other run waits for the last invocations.
        if (call.includes('Concurrency') && progress === 'has written a row') continue;
        mockWatchedStage();
        let second: ReturnType<typeof restore> | undefined;
        interceptCalls(async () => {
          if (second !== undefined || listCalls().length < at) return;
          const reached = new Promise<void>((resolve) => {
            onWrite = (table) => {
              if ((table === LOCKS) === (progress === 'has the lock')) resolve();
            };
          });
          second = runOther();
          await (progress === 'has ended' ? second : Promise.race([reached, second]));
        });
        const first = await runFirst();
        const other = await second;
        const name = `${call}: ${String(first.result)}, ${String(other?.result)}`;

        expect(violations, name).toEqual([]);
        expect([first.result, other?.result], name).toContain(0);
        for (const { result, warned } of [first, other ?? first]) {
          if (result === 0) continue;
          expect(String(result), name).toMatch(/taken this restoration over|Complete it first/);
          expect(warned, name).toEqual([]);
        }
        if (stopped.size > 0) {
          expect(String(first.result), name).toContain('continue with --resume');
          await resume();
        }
        expect([[...stopped], readLock()], name).toEqual([[], undefined]);
        if (firstName === 'restores' && first.result === 0) expect(readRows(), name).toEqual(expected);
        // A run that was resumed before it had written a row is repeated.
        if (!isDeepStrictEqual(readRows(), expected)) expect((await restore()).result, name).toBe(0);
        expect(readRows(), name).toEqual(expected);
      }
    },
  );
});
