import type { Attack, Part, Tried } from '../part.ts';
import { learn, putThrough, type Known, type Ordeal, type Verdict } from './attempt.ts';
import { wrongCalls } from './calls.ts';
import { coldStarts } from './cold-starts.ts';
import { ACCOUNTS } from './operations/accounts.ts';
import { ENDINGS } from './operations/endings.ts';
import { GENERATIONS } from './operations/generations.ts';
import { PURCHASES } from './operations/purchases.ts';
import { seeded, type Random } from './random.ts';
import { bothOf, describe, everyStrike, planOf, type Depth, type Strike } from './strike.ts';
import type { Operation } from './trial.ts';
import { withWorld, type World } from './world.ts';

const OPERATIONS: readonly Operation[] = [...ACCOUNTS, ...GENERATIONS, ...PURCHASES, ...ENDINGS];

/** How many pairs of faults the whole proof tries, and how many single faults of each operation a sample does. */
const PAIRS = 500;
const SAMPLE = 3;

/**
 * Breaks every call of every operation in every way, one fault at a time, and pairs of them as the seed falls.
 * @param assembly folder of the cloud assembly. @default one that is synthesized now
 */
export async function faults({ seed, extent }: Attack, assembly?: string): Promise<Part> {
  return withWorld(assembly, async (world) => {
    const random = seeded(seed);
    const cold = extent === 'proof' ? await coldStarts(world) : [];
    const { known, broken } = await learn(world, OPERATIONS);
    const due = known.filter(({ operation: { sampled = false } }) => extent === 'proof' || sampled);

    const singles = due.flatMap((each) => {
      const all = strikesOn(each);
      return (extent === 'proof' ? all : random.some(all, SAMPLE)).map((strike) => single(each, strike));
    });
    const pairs = Array.from({ length: extent === 'proof' ? PAIRS : 0 }, () =>
      pair(random.one(known), random),
    );
    const verdicts = await inWaves(world, singles);
    const ofPairs = await putThrough(world, pairs);
    return {
      title: 'Faults',
      note: NOTE,
      lines: [
        ...(cold.length === 0 ? [] : [{ what: 'the secret at a cold start', ...count(cold) }]),
        ...due.map(({ operation, calls }) => lineOf(operation, calls, verdicts)),
        ...(pairs.length === 0 ? [] : [{ what: 'two faults, as the seed falls', ...count(ofPairs) }]),
      ],
      violations: [
        ...broken,
        ...wrongCalls(known),
        ...[...cold, ...verdicts, ...ofPairs].flatMap((verdict) => tell(verdict, seed)),
      ],
    };
  });
}

const NOTE =
  'Each call that an operation makes is not sent, loses its answer, arrives late, is answered with a 500, a 503 or a throttling, or takes its time: once, at every repetition, or for good because the invocation dies there. The caller asks again or is gone, the schedules run, and the tables and the bucket are audited.';

function strikesOn({ operation, calls }: Known): Strike[] {
  const depths: Depth[] = ['once', 'lasting', 'dead'];
  return everyStrike(calls, operation.persistent === true ? depths : [...depths, 'gone']);
}

function single({ operation, calls }: Known, strike: Strike): Ordeal {
  return {
    operation,
    plans: [planOf(strike)],
    gone: strike.depth === 'gone',
    what: describe(strike, calls),
    call: strike.call,
  };
}

/** Two faults in one run, or one in the first and one in the next. */
function pair(known: Known, random: Random): Ordeal {
  const { operation, calls } = known;
  const [one, other] = [random.one(strikesOn(known)), random.one(strikesOn(known))];
  const isTogether = random.one([true, false]);
  return {
    operation,
    plans: isTogether ? [bothOf(one, other)] : [planOf(one), planOf(other)],
    gone: false,
    what: `${describe(one, calls)}; ${isTogether ? '' : 'asked again, '}${describe(other, calls)}`,
  };
}

/**
 * What lasts comes after what passes: many lost calls in a row empty the clients' retry quota, and then they repeat
 * nothing.
 */
async function inWaves(world: World, ordeals: readonly Ordeal[]): Promise<Verdict[]> {
  const passes = ({ what }: Ordeal) => what.endsWith(', once');
  const first = await putThrough(world, ordeals.filter(passes));
  return [
    ...first,
    ...(await putThrough(
      world,
      ordeals.filter((ordeal) => !passes(ordeal)),
    )),
  ];
}

function lineOf(operation: Operation, calls: readonly string[], verdicts: readonly Verdict[]): Tried {
  const own = verdicts.filter(({ ordeal }) => ordeal.operation === operation);
  return { what: `${operation.name} (${calls.length} calls)`, ...count(own) };
}

function count(verdicts: readonly Verdict[]): Pick<Tried, 'tried' | 'held'> {
  const tried = verdicts.filter(({ met, broken }) => met || broken.length > 0);
  return { tried: tried.length, held: tried.filter(({ broken }) => broken.length === 0).length };
}

function tell({ ordeal, broken }: Verdict, seed: number): string[] {
  if (broken.length === 0) return [];
  const again = `npm run prove -- --only faults --seed ${seed}`;
  return [`${ordeal.operation.name}: ${ordeal.what}: ${broken.join('; ')} (${again})`];
}
