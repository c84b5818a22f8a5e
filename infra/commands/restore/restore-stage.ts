import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, type ExitCode, type Terminal } from '../command-line.ts';
import { audit } from '../credits/audit.ts';
import { replay } from '../stripe-replay.ts';
import { formatTable } from '../table.ts';
import { TakenOverError, type Lock } from './lock.ts';
import { restoreRows, type TablePairs } from './restore-rows.ts';
import type { Target } from './target.ts';

/** Stripe repeats an event for three days, so a payment may have been booked so long after it was made. In ms. */
const STRIPE_RETRIES_MS = 3 * 24 * 60 * 60_000;

/** The functions that complete a restoration. No request of a user starts them. */
const COMPLETING = ['ReconcilePayments', 'RefundAbandoned', 'AuditCredits'];

interface PlanOptions {
  target: Target;
  /** The tables with their copies. */
  tables: TablePairs;
  terminal: Terminal;
}

interface RestoreOptions extends PlanOptions {
  lock: Lock;
  /** Writes no row if no run has begun to write. */
  isResumed?: boolean;
  /** Starts the functions although a payment or an account is wrong. */
  ignoresFindings?: boolean;
  /** Waits for a number of milliseconds. @default the timer */
  wait?: (ms: number) => Promise<unknown>;
}

/** Counts what a restoration would change. */
export async function planStage(options: PlanOptions): Promise<ExitCode> {
  await restore(options, true, () => Promise.resolve());
  options.terminal.print('Dry run: nothing of the stage was changed.');
  return EXIT.ok;
}

/**
 * Stops the functions before the first write, and starts them only when every row is restored, all payments are booked and the
 * audit finds nothing: a balance without its ledger entries must not be spent. A repeated run continues.
 * @throws TakenOverError if another run takes over; the SDK's errors.
 */
export async function restoreStage(options: RestoreOptions): Promise<ExitCode> {
  const { lock, isResumed = false, terminal } = options;
  try {
    if (lock.phase === 'writing' || (lock.phase === 'stopping' && !isResumed)) {
      if (!(await writeRows(options))) return EXIT.failure;
    }
    if (lock.phase !== 'starting') {
      if (!(await completeRows(options))) return EXIT.failure;
      await lock.setPhase('starting');
    }
    await options.target.start(lock.check);
    await lock.release();
  } catch (error) {
    if (!(error instanceof TakenOverError)) terminal.warn(ADVICE[lock.phase]);
    throw error;
  }
  terminal.print('All functions are started.');
  return EXIT.ok;
}

const ADVICE = {
  stopping:
    'No row was written, but functions may be stopped. Run the command again, or start them: --resume.',
  writing: 'Only some rows are written, and the functions are stopped. Continue with --resume.',
  written:
    'The rows are written, but functions are stopped. Continue with --resume, or with --resume --force if the payments or the audit keep failing.',
  starting: 'Only some functions are started. Continue with --resume.',
};

/** @returns whether every row is restored. */
async function writeRows(options: RestoreOptions): Promise<boolean> {
  const { target, lock, terminal, wait = sleep } = options;
  const seconds = await target.pause(lock.check);
  terminal.print(`All functions are stopped. Waiting ${seconds} s for the invocations that still run.`);
  await wait(seconds * 1_000);
  // A deployment, or a run that this one has replaced, may have started a function.
  await target.pause(lock.check);
  const check = () => (lock.phase === 'writing' ? lock.check() : lock.setPhase('writing'));
  const refused = await restore(options, false, check);
  await lock.setPhase(refused === 0 ? 'written' : 'writing');
  if (refused > 0)
    terminal.warn('Rows changed meanwhile, and the functions are still stopped. Continue with --resume.');
  return refused === 0;
}

/** Completes what the rows need, by functions that no user calls. @returns whether the users may come in. */
async function completeRows(options: RestoreOptions): Promise<boolean> {
  const { target, lock, ignoresFindings = false, terminal } = options;
  await target.start(lock.check, COMPLETING);
  const isClean = await bookAndAudit(options).catch((error: unknown) => {
    if (!ignoresFindings) throw error;
    terminal.warn(String(error));
    return false;
  });
  if (isClean || ignoresFindings) return true;
  terminal.warn(
    `The functions stay stopped, except ${COMPLETING.join(', ')}. Correct what is listed above, then continue with --resume, or with --resume --force if it may stay.`,
  );
  return false;
}

/** @returns whether every payment is booked, and the audit finds nothing. */
async function bookAndAudit({ target, lock, terminal }: RestoreOptions): Promise<boolean> {
  const since = new Date(Date.parse(lock.to) - STRIPE_RETRIES_MS);
  const isBooked = lock.phase === 'stopping' || (await replay(target.cloud, since, terminal)) === EXIT.ok;
  await target.refundAbandoned();
  return (await audit(target.cloud, undefined, terminal)) === EXIT.ok && isBooked;
}

/** @returns the number of rows that changed meanwhile. */
async function restore(
  { target, tables, terminal }: PlanOptions,
  dryRun: boolean,
  check: () => Promise<void>,
): Promise<number> {
  const { dynamodb, findMissingUsers } = target;
  const counts = await restoreRows({ dynamodb, tables, dryRun, check, findMissingUsers });
  const rows = Object.entries(counts).map(([name, { written, deleted, refused }]) => [
    name,
    written,
    deleted,
    refused,
  ]);
  terminal.print(`\n${formatTable(['table', 'written', 'deleted', 'changed meanwhile'], rows)}\n`);
  return Object.values(counts).reduce((sum, { refused }) => sum + refused, 0);
}
