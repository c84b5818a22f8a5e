import type { Fault, Plan } from '../../integration/support/fault-proxy.ts';
import type { NamedCase } from './case.ts';
import { sweep, troubled, wrongEnd } from './generation.ts';

const onTransactions =
  (fault: Fault, from = 1, to = Infinity): Plan =>
  (call, operation) =>
    operation === 'TransactWriteItems' && call >= from && call <= to ? fault : 'none';

/** One generation under a plan, swept, held against what has to come of it. */
function generation(
  what: string,
  plan: Plan,
  expected: Parameters<typeof wrongEnd>[3],
  words?: string,
): NamedCase {
  return {
    what,
    async run(world) {
      const it = await troubled(world, plan, words);
      const reply = await it.ask();
      await sweep(world, it);
      return [await wrongEnd(world, it, reply, expected)];
    },
  };
}

/** What a service says no with, for a while or for good. */
export const REFUSALS: readonly NamedCase[] = [
  generation('TransactionConflict, three times over, is waited out', onTransactions('conflict', 1, 3), {
    status: 200,
    painted: true,
  }),
  generation(
    'TransactionConflict that outlasts the reserve: 429, nothing taken',
    onTransactions('conflict'),
    {
      status: 429,
      painted: false,
      says: /nothing was charged/,
    },
  ),
  generation(
    'TransactionConflict that outlasts the settle: the picture is kept, its spend landed by the sweep',
    onTransactions('conflict', 2),
    { status: 200, painted: true },
  ),
  generation(
    'TransactionConflict that outlasts a refund: given back by the sweep',
    onTransactions('conflict', 2),
    { status: 422, painted: false, says: /comes back within ten minutes/ },
    '[[filter]]',
  ),
  generation('throttled table, twice, is waited out', (call) => (call <= 2 ? 'throttled' : 'none'), {
    status: 200,
    painted: true,
  }),
  generation(
    'throttled table at the settle and at the refund: given back by the sweep',
    (call) => (call > 3 ? 'throttled' : 'none'),
    {
      status: 500,
      painted: false,
    },
  ),
  generation(
    'throttled bucket (SlowDown) for longer than its client tries: given back',
    (_, operation) => (operation === 'PutObject' ? 'throttled' : 'none'),
    {
      status: 500,
      painted: false,
      says: /no credit was taken/,
    },
  ),
  generation(
    'throttled model: the next one paints',
    () => 'none',
    { status: 200, painted: true },
    '[[throttle-once]]',
  ),
  generation(
    'throttled models, all of them: given back',
    () => 'none',
    { status: 503, painted: false, says: /no credit was taken/ },
    '[[throttle]]',
  ),
  generation('credentials expired before the reserve: nothing taken', () => 'expired', {
    status: 500,
    painted: false,
  }),
  generation(
    'credentials expired while the model paints: given back by the sweep',
    (call) => (call > 1 ? 'expired' : 'none'),
    {
      status: 503,
      painted: false,
      says: /comes back within ten minutes/,
    },
  ),
  {
    what: 'credentials renewed after they had expired: the same request goes on where it was',
    async run(world) {
      const it = await troubled(world, () => 'expired');
      await it.ask();
      it.replan(() => 'none');
      const reply = await it.ask();
      await sweep(world, it);
      return [await wrongEnd(world, it, reply, { status: 200, painted: true })];
    },
  },
];
