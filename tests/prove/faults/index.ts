import { isDeepStrictEqual } from 'node:util';
import { chooseOne, chooseSome, createRandom } from '../../support/random.ts';
import type { Fault, Plan } from '../../support/cloud/fault-proxy.ts';
import { PUT_PREVIEW } from '../../support/cloud/wire-call.ts';
import { withManualDelivery, type TestEnvironment } from '../../support/cloud/environment.ts';
import { countRow, withCommand, type PartReport, type RunOptions } from '../report.ts';
import { findMissingCases } from './endpoint-cases.ts';
import { ACCOUNT_OPERATIONS } from './operations/accounts.ts';
import { BACKGROUND_OPERATIONS } from './operations/background.ts';
import { FINISHING_OPERATIONS } from './operations/finishing.ts';
import { GENERATION_OPERATIONS } from './operations/generations.ts';
import { PAYMENT_OPERATIONS } from './operations/payments.ts';
import { REVERSAL_OPERATIONS } from './operations/reversals.ts';
import { WAITING_LINE_OPERATIONS } from './operations/waiting-line.ts';
import { runTrials, type FaultTrial, type Operation, type TrialResult } from './trials.ts';

export const OPERATIONS = [
  ...ACCOUNT_OPERATIONS,
  ...GENERATION_OPERATIONS,
  ...FINISHING_OPERATIONS,
  ...PAYMENT_OPERATIONS,
  ...REVERSAL_OPERATIONS,
  ...BACKGROUND_OPERATIONS,
  ...WAITING_LINE_OPERATIONS,
];

/** Pairs of faults in a full run. */
const PAIRS = 500;
/** Faults of each operation in a sample. The seed of `.ci/run` differs in each run, so that the samples add up. */
const SAMPLES_PER_OPERATION = 1;

const DESCRIPTION =
  'Each call of each operation is not sent, loses its response, arrives late, gets a 500, 503 or throttling response, or is slow: for one attempt, for every retry, or for the rest of the invocation because it died. The caller retries or gives up, the scheduled functions run, and the tables and the bucket are checked.';

/** Injects every fault into every call of every operation, and random pairs of faults. */
export async function proveFaults(environment: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const isFull = options.size === 'full';
  const { progress } = options;
  const random = createRandom(options.seed);
  return withManualDelivery(environment.cloud, async () => {
    const run = (trials: readonly FaultTrial[]) => runTrials(environment, trials, progress.done);
    progress.expect(OPERATIONS.length);
    const coldStarts = isFull ? await runColdStarts(environment) : [];
    const baselines = await run(OPERATIONS.map((operation) => createTrial(operation, 'no faults', [])));
    const selected = baselines.filter(({ trial }) => isFull || trial.operation.sampled === true);
    const singles = selected.flatMap((baseline) => {
      const faults = listBaselineFaults(baseline);
      const chosen = isFull ? faults : chooseSome(random, faults, SAMPLES_PER_OPERATION);
      return chosen.map((fault) => createSingleTrial(baseline, fault));
    });
    const pairs = Array.from({ length: isFull ? PAIRS : 0 }, () =>
      createPairTrial(chooseOne(random, baselines), random),
    );
    progress.expect(singles.length + pairs.length);
    // Faults that last go later: they use up the retry quota of the SDK clients.
    const isShort = ({ description }: FaultTrial) => description.endsWith('one attempt');
    const singleResults = [
      ...(await run(singles.filter(isShort))),
      ...(await run(singles.filter((trial) => !isShort(trial)))),
    ];
    const pairResults = await run(pairs);
    const createRow = (check: string, results: readonly TrialResult[]) =>
      countRow(
        check,
        results
          .filter(({ isInjected, problems }) => isInjected || problems.length > 0)
          .map(({ problems }) => problems),
      );
    return {
      title: 'Faults',
      description: DESCRIPTION,
      rows: [
        ...(isFull ? [createRow('Stripe secret not readable at a cold start', coldStarts)] : []),
        ...selected.map(({ trial: { operation }, calls }) => {
          const { length } = calls.filter(isCounted);
          return createRow(
            `${operation.name} (${length} ${length === 1 ? 'call' : 'calls'})`,
            singleResults.filter(({ trial }) => trial.operation === operation),
          );
        }),
        ...(isFull ? [createRow('two random faults', pairResults)] : []),
      ],
      violations: withCommand('faults', options, [
        ...findMissingCases(OPERATIONS),
        ...baselines.flatMap(describeBaseline),
        ...[...coldStarts, ...baselines, ...singleResults, ...pairResults].flatMap(describeProblems),
      ]),
    };
  });
}

function createTrial(operation: Operation, description: string, plans: readonly Plan[]): FaultTrial {
  return { operation, plans, callerRetries: plans.length > 0, description };
}

function listBaselineFaults({ trial, calls }: TrialResult): CallFault[] {
  return listFaults(calls, trial.operation.retriesForever !== true);
}

function createSingleTrial({ trial: { operation }, calls }: TrialResult, fault: CallFault): FaultTrial {
  return {
    ...createTrial(operation, describeFault(fault, calls), [createPlan(fault)]),
    callerRetries: fault.duration !== 'abandoned',
    faultyCall: fault.call,
  };
}

/** Two faults in one request, or one in the first request and one in its retry. */
function createPairTrial(baseline: TrialResult, random: () => number): FaultTrial {
  const { calls, trial } = baseline;
  const faults = listBaselineFaults(baseline);
  const [one, other] = [chooseOne(random, faults), chooseOne(random, faults)];
  const isSameRequest = random() < 0.5;
  const separator = isSameRequest ? '; ' : '; in the retry, ';
  return createTrial(
    trial.operation,
    `${describeFault(one, calls)}${separator}${describeFault(other, calls)}`,
    isSameRequest ? [createPlan(one, other)] : [createPlan(one), createPlan(other)],
  );
}

/** Attempts of the Secrets Manager client. */
const SECRET_ATTEMPTS = 3;

/**
 * Makes the Stripe secret unreadable for functions that have not read it yet. Runs first, because a function reads the
 * secret only once. It does not cache a failure, so each fault meets a cold start.
 */
async function runColdStarts(environment: TestEnvironment): Promise<TrialResult[]> {
  const faults: readonly Fault[] = ['not-sent', 'answer-lost', 'error', 'unavailable', 'throttled'];
  const results: TrialResult[] = [];
  for (const kind of ['checkout', 'webhook']) {
    const operation = PAYMENT_OPERATIONS.find(({ name }) => name.startsWith(kind));
    if (operation === undefined) throw new Error(`There is no operation ${kind}.`);
    for (const fault of faults) {
      let attempts = 0;
      // The call names no user.
      environment.proxy.reset((_, call) => {
        if (call !== 'GetSecretValue') return 'none';
        attempts += 1;
        return attempts <= SECRET_ATTEMPTS ? fault : 'none';
      });
      const trial = createTrial(operation, `GetSecretValue ${fault}, every retry`, []);
      results.push(...(await runTrials(environment, [{ ...trial, callerRetries: true }])));
    }
    environment.proxy.reset(() => 'none');
    await runTrials(environment, [createTrial(operation, 'no faults', [])]);
  }
  return results;
}

/**
 * The preview is uploaded at the same time as the image, so it is not one of the sequential calls of a generation. A function reads Stripe's
 * key only at its cold start, which may have been in another test.
 */
const isCounted = (call: string) => call !== PUT_PREVIEW && call !== 'GetSecretValue';

function describeBaseline({ trial: { operation }, isAnswered, calls: allCalls }: TrialResult): string[] {
  const calls = allCalls.filter(isCounted);
  const expected = operation.calls;
  const isExpected =
    typeof expected === 'number' ? calls.length === expected : isDeepStrictEqual(calls, expected);
  return [
    ...(isAnswered ? [] : [`${operation.name}: has no final result without faults`]),
    ...(allCalls.length > 0
      ? []
      : [
          `${operation.name}: makes no call. Its function may miss a variable, e.g. without \`allowCounting\` in infra/functions`,
        ]),
    ...(isExpected
      ? []
      : [
          `${operation.name}: makes ${calls.length} calls instead of ${String(expected)} (its \`calls\` in tests/prove/faults/operations): ${calls.join(', ')}`,
        ]),
  ];
}

function describeProblems({ trial, problems }: TrialResult): string[] {
  return problems.length === 0
    ? []
    : [`${trial.operation.name}: ${trial.description}: ${problems.join('; ')}`];
}

/**
 * Durations of a fault: one attempt, so that the client's retry succeeds; every retry of that call; or the rest of the
 * invocation, because the invocation died. After a dead invocation the caller retries; after `abandoned` the caller does not
 * retry.
 */
const DURATIONS = ['one attempt', 'every retry', 'invocation died', 'abandoned'] as const;
type Duration = (typeof DURATIONS)[number];

/** Every injected fault, and the durations that lead to different behavior. */
const FAULTS = {
  'not-sent': DURATIONS,
  'answer-lost': DURATIONS,
  late: DURATIONS,
  // A client that has used up its retries throws in the same way after every error response.
  error: ['one attempt', 'every retry'],
  unavailable: ['one attempt'],
  throttled: ['one attempt'],
  slow: ['one attempt'],
  conflict: ['one attempt'],
} as const satisfies Partial<Record<Fault, readonly Duration[]>>;

/** A fault of one call of an operation. */
interface CallFault {
  /** Number of the call, from 1. */
  call: number;
  kind: Fault;
  duration: Duration;
}

/** The most attempts that any client makes for one call. */
const MAX_ATTEMPTS = 3;

const isTransaction = (operation: string) => operation === 'TransactWriteItems';

/** Lists every fault that an operation with these calls can meet. @param canAbandon whether its caller may not retry. */
function listFaults(calls: readonly string[], canAbandon: boolean): CallFault[] {
  return calls.flatMap((operation, index) =>
    (Object.keys(FAULTS) as (keyof typeof FAULTS)[])
      // Only transactions can fail with TransactionConflict.
      .filter((kind) => kind !== 'conflict' || isTransaction(operation))
      .flatMap((kind) => FAULTS[kind].map((duration) => ({ call: index + 1, kind, duration })))
      .filter(({ duration }) => canAbandon || duration !== 'abandoned'),
  );
}

/** Creates a plan for the fault proxy that injects all given faults. */
function createPlan(...faults: readonly CallFault[]): Plan {
  const plans = faults.map(createSinglePlan);
  return (call, operation) => {
    const injected = plans.map((plan) => plan(call, operation));
    return injected.find((fault) => fault !== 'none') ?? 'none';
  };
}

function createSinglePlan({ call: faulty, kind, duration }: CallFault): Plan {
  let faultyOperation: string | undefined;
  return (call, operation) => {
    if (call < faulty) return 'none';
    if (call === faulty) {
      faultyOperation = operation;
      return kind === 'conflict' && !isTransaction(operation) ? 'not-sent' : kind;
    }
    if (duration === 'invocation died' || duration === 'abandoned') return 'not-sent';
    const isRetry = operation === faultyOperation && call < faulty + MAX_ATTEMPTS;
    return duration === 'every retry' && isRetry ? kind : 'none';
  };
}

function describeFault({ call, kind, duration }: CallFault, calls: readonly string[]): string {
  return `call ${call} of ${calls.length} (${calls[call - 1] ?? '?'}) ${kind}, ${duration}`;
}
