import type { Plan } from '../../integration/support/fault-proxy.ts';
import { violationsOf } from '../../support/violations.ts';
import { inFlight } from '../../bench/load/in-flight.ts';
import type { Operation, Trial } from './trial.ts';
import { age, runSchedules, type World } from './world.ts';

/** What happens to one trial. */
export interface Ordeal {
  operation: Operation;
  /** What the wire does at each time of asking; afterwards nothing. */
  plans: readonly Plan[];
  /** Whether who asked never asks again. */
  gone: boolean;
  /** In words. */
  what: string;
  /** The call that has to come for it to be an ordeal at all. @default 0 */
  call?: number;
}

/** A trial that is over. */
interface Survivor {
  ordeal: Ordeal;
  trial: Trial;
  answered: boolean;
  operations: readonly string[];
}

export interface Verdict {
  ordeal: Ordeal;
  /** Whether the fault met its call. Nothing was tried where it did not. */
  met: boolean;
  /** What it broke; nothing where all held. */
  broken: string[];
}

const CLEAR: Plan = () => 'none';
/** How often somebody asks again with nothing in the way: what is under way may have to be swept first. */
const PATIENCE = 3;
/** Trials at once. Most of their time they wait for a client's own repetitions. */
const AT_ONCE = 12;

/** Puts every ordeal through, lets the schedules run, and looks at what is left. */
export async function putThrough(world: World, ordeals: readonly Ordeal[]): Promise<Verdict[]> {
  return judge(world, await undergoAll(world, ordeals));
}

/** An operation, and the calls that it makes when nothing is in its way. */
export interface Known {
  operation: Operation;
  calls: readonly string[];
}

/**
 * Watches what each operation calls.
 * @returns with it what does not hold even with nothing in the way, a sentence each.
 */
export async function learn(
  world: World,
  operations: readonly Operation[],
): Promise<{ known: Known[]; broken: string[] }> {
  const what = 'nothing in the way';
  const ordeals = operations.map((operation) => ({ operation, plans: [], gone: true, what }));
  const survivors = await undergoAll(world, ordeals);
  const verdicts = await judge(world, survivors);
  const unanswered = survivors.filter(({ answered }) => !answered);
  return {
    known: operations.map((operation) => ({
      operation,
      calls: [...(survivors.find(({ ordeal }) => ordeal.operation === operation)?.operations ?? [])],
    })),
    broken: [
      ...unanswered.map(({ ordeal }) => `${ordeal.operation.name}: ${what}: it was not answered`),
      ...verdicts.flatMap(({ ordeal, broken }) =>
        broken.map((sentence) => `${ordeal.operation.name}: ${what}: ${sentence}`),
      ),
    ],
  };
}

async function undergoAll(world: World, ordeals: readonly Ordeal[]): Promise<Survivor[]> {
  const survivors: Survivor[] = [];
  const together = ordeals.filter(({ operation }) => operation.alone !== true);
  await each(together, async (ordeal) => {
    survivors.push(await undergo(world, ordeal, await ordeal.operation.prepare(world)));
  });

  const alone = ordeals.filter(({ operation }) => operation.alone === true);
  const prepared = new Map<Ordeal, Trial>();
  await each(alone, async (ordeal) => {
    prepared.set(ordeal, await ordeal.operation.prepare(world));
  });
  for (const [ordeal, trial] of prepared) survivors.push(await undergo(world, ordeal, trial));
  return survivors;
}

async function undergo(world: World, ordeal: Ordeal, trial: Trial): Promise<Survivor> {
  const { operation, plans, gone } = ordeal;
  const { userId, marks = [] } = trial;
  const [first = CLEAR, ...later] = plans;
  const lane =
    operation.alone === true ? world.wire.followRest(first) : world.wire.follow([userId, ...marks], first);
  let answered = await trial.ask();
  const turns = gone ? [] : [...later, ...Array.from({ length: PATIENCE }, () => CLEAR)];
  for (const plan of turns) {
    if (answered) break;
    lane.replan(plan);
    answered = await trial.ask();
  }
  await lane.deliverLate();
  lane.end();
  return { ordeal, trial, answered, operations: lane.operations };
}

async function judge(world: World, survivors: readonly Survivor[]): Promise<Verdict[]> {
  await each(survivors, async ({ trial }) => {
    // Who asked for an account in vain may have none.
    await age(world, trial.userId).catch(() => undefined);
  });
  await runSchedules(world);
  const verdicts: Verdict[] = [];
  await each(survivors, async ({ ordeal, trial, answered, operations }) => {
    const wrong = await trial.wrong(answered);
    const met = operations.length >= (ordeal.call ?? 0);
    verdicts.push({ ordeal, met, broken: [...wrong, ...(await violationsOf(world.audit, trial.userId))] });
  });
  return verdicts;
}

async function each<T>(items: readonly T[], job: (item: T) => Promise<void>): Promise<void> {
  await inFlight(items.length, AT_ONCE, async (turn) => {
    const item = items[turn];
    if (item !== undefined) await job(item);
  });
}
