import type { Plan } from '../../support/cloud/fault-proxy.ts';
import { mapConcurrently } from '../../support/concurrency.ts';
import { findViolations } from '../../support/invariants.ts';
import { runSchedules, type TestEnvironment } from '../../support/cloud/environment.ts';

/** An operation of the product, tried many times with different faults. */
export interface Operation {
  name: string;
  /**
   * Calls to AWS and Stripe without faults and without the upload of a preview: their number, or their names. Each additional
   * call costs users time, so the number must be deliberate.
   */
  calls: number | readonly string[];
  /** Its caller retries until it succeeds: Stripe, or a schedule. */
  retriesForever?: boolean;
  /** Its calls name no user, so no other operation may run at the same time. */
  exclusive?: boolean;
  /** Number of runs of the scheduled functions that complete the operation after any fault. @default 1 */
  scheduledRuns?: 1 | 2;
  /** Part of the sample that `npm test` runs. */
  sampled?: boolean;
  /** Creates a user and everything else that one attempt needs. */
  prepare(environment: TestEnvironment): Promise<Attempt>;
}

/** An operation that is ready to run for one user. */
export interface Attempt {
  userId: string;
  /** Ids in addition to the user's id that the calls of the operation contain. */
  identifiers?: readonly string[];
  /** Runs the operation, or retries it. @returns whether the caller has a final result and does not retry. */
  request(): Promise<boolean>;
  /** Finds problems that the invariants do not cover. @param isAnswered whether a request had a final result. */
  check?(isAnswered: boolean): Promise<string[]>;
}

/** One operation under injected faults. */
export interface FaultTrial {
  operation: Operation;
  /** A plan for each request of the caller. Later requests meet no faults. */
  plans: readonly Plan[];
  callerRetries: boolean;
  description: string;
  /** The call that must be reached for a fault to be injected at all. @default 0 */
  faultyCall?: number;
}

export interface TrialResult {
  trial: FaultTrial;
  isAnswered: boolean;
  calls: readonly string[];
  isInjected: boolean;
  problems: string[];
}

const NO_FAULTS: Plan = () => 'none';
/** Retries without faults: refund-abandoned may have to end a pending generation first. */
const RETRIES = 3;
/** Most of the time trials wait for the retries of the SDK clients. */
const CONCURRENCY = 24;

type FinishedTrial = Pick<TrialResult, 'trial' | 'isAnswered' | 'calls'> & { attempt: Attempt };

/**
 * Runs trials, then the scheduled functions, then checks the invariants and the operation's own conditions.
 * @param onTrial called after each trial.
 */
export async function runTrials(
  environment: TestEnvironment,
  trials: readonly FaultTrial[],
  onTrial: () => void = () => undefined,
): Promise<TrialResult[]> {
  const finished = await runRequests(environment, trials, onTrial);
  for (let run = 0; run < 2; run += 1) {
    const due = finished.filter(({ trial }) => run < (trial.operation.scheduledRuns ?? 1));
    await mapConcurrently(due, CONCURRENCY, ({ attempt }) => environment.inspector.backdate(attempt.userId));
    if (due.length > 0) await runSchedules(environment);
  }
  return mapConcurrently(finished, CONCURRENCY, async ({ attempt, ...result }) => ({
    ...result,
    isInjected: result.calls.length >= (result.trial.faultyCall ?? 0),
    problems: [
      // The check goes first: it may open the account that the invariants are about.
      ...((await attempt.check?.(result.isAnswered)) ?? []),
      ...(await findViolations(environment.inspector, attempt.userId)),
    ],
  }));
}

async function runRequests(
  environment: TestEnvironment,
  trials: readonly FaultTrial[],
  onTrial: () => void,
): Promise<FinishedTrial[]> {
  const run = async (trial: FaultTrial, attempt: Attempt) => {
    const result = await runTrial(environment, trial, attempt);
    onTrial();
    return result;
  };
  const isExclusive = ({ operation }: FaultTrial) => operation.exclusive === true;
  const finished = await mapConcurrently(
    trials.filter((trial) => !isExclusive(trial)),
    CONCURRENCY,
    async (trial) => run(trial, await trial.operation.prepare(environment)),
  );
  const exclusive = trials.filter(isExclusive);
  if (exclusive.length > 0) await renewUnfinished(environment);
  const prepared = await mapConcurrently(exclusive, CONCURRENCY, async (trial) => ({
    trial,
    attempt: await trial.operation.prepare(environment),
  }));
  for (const { trial, attempt } of prepared) finished.push(await run(trial, attempt));
  return finished;
}

/**
 * Gives the unfinished generations and deletions of other tests and trials the age zero. On a busy machine they are old enough
 * for a scheduled function, whose calls for them would count as calls of the trial.
 */
async function renewUnfinished({ inspector }: TestEnvironment): Promise<void> {
  const generations = (await inspector.rows('DataThumbnails')).filter((row) => 'pendingShard' in row);
  const deletions = (await inspector.rows('DataUsers')).filter((row) => 'closing' in row);
  const users = [...generations.map(({ userId }) => userId), ...deletions.map(({ id }) => id)];
  for (const userId of new Set(users.map(String))) await inspector.backdate(userId, 0);
}

async function runTrial(
  { proxy }: TestEnvironment,
  trial: FaultTrial,
  attempt: Attempt,
): Promise<FinishedTrial> {
  const [first = NO_FAULTS, ...later] = trial.plans;
  const lane =
    trial.operation.exclusive === true
      ? proxy.followRest(first)
      : proxy.follow([attempt.userId, ...(attempt.identifiers ?? [])], first);
  let isAnswered = await attempt.request();
  const retries = trial.callerRetries ? [...later, ...Array.from({ length: RETRIES }, () => NO_FAULTS)] : [];
  for (const plan of retries) {
    if (isAnswered) break;
    lane.replan(plan);
    isAnswered = await attempt.request();
  }
  await lane.deliverLate();
  lane.end();
  return { trial, attempt, isAnswered, calls: lane.operations };
}
