import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, formatTable, type ExitCode, type Terminal } from '../command-line.ts';
import { audit } from '../credits/audit.ts';
import { replay } from '../stripe-replay.ts';
import { findLock, takeLock, type Lock } from './lock.ts';
import { restoreRows, type TablePairs } from './restore-rows.ts';
import type { Target } from './target.ts';

/** Stripe repeats an event for three days, so a payment may have been booked so long after it was made. In ms. */
const STRIPE_RETRIES_MS = 3 * 24 * 60 * 60_000;

/** The functions that complete a restoration. No request of a user starts them. */
const COMPLETING = ['ReconcilePayments', 'RefundAbandoned', 'AuditCredits'];

interface RestoreOptions {
  target: Target;
  to: Date;
  /** The tables with their copies. */
  tables: TablePairs;
  terminal: Terminal;
  /** Waits for a number of milliseconds. @default the timer */
  wait?: (ms: number) => Promise<unknown>;
}

/** Counts what a restoration would change. */
export async function planStage({ target, tables, terminal }: RestoreOptions): Promise<ExitCode> {
  await restore({ target, tables, terminal }, true, () => Promise.resolve());
  terminal.print('Dry run: nothing of the stage was changed.');
  return EXIT.ok;
}

/**
 * Stops the functions before the first write, and starts them only when every row is restored, all payments are booked and the
 * audit finds nothing: a balance without its ledger entries must not be spent. A repeated run continues.
 * @throws Error if another run takes over; the SDK's errors.
 */
export async function restoreStage(options: RestoreOptions): Promise<ExitCode> {
  const { target, to, terminal, wait = sleep } = options;
  const lock = await takeLock(target.dynamodb, target.find('DataRateLimits'), to.toISOString());
  try {
    if (lock.phase !== 'written') {
      const seconds = await target.pause();
      terminal.print(`All functions are stopped. Waiting ${seconds} s for the invocations that still run.`);
      await wait(seconds * 1_000);
      const check = () => (lock.phase === 'writing' ? lock.check() : lock.setPhase('writing'));
      const refused = await restore(options, false, check);
      if (refused > 0) {
        terminal.warn('Rows changed meanwhile, and the functions are still stopped. Run the command again.');
        return EXIT.failure;
      }
      await lock.setPhase('written');
    }
    return await openStage(target, lock, false, terminal);
  } catch (error) {
    terminal.warn(ADVICE[lock.phase]);
    throw error;
  }
}

const ADVICE = {
  stopping:
    'No row was written, but functions may be stopped. Run the command again, or start them: --resume.',
  writing: 'Only some rows are written, and the functions are stopped. Run the command again: it continues.',
  written: 'The rows are written, but functions are stopped. Continue with --resume.',
};

/**
 * Continues when the rows are written, or undoes a stop before any is.
 * @param ignoresFindings starts the functions although a payment or an account is wrong.
 */
export async function resumeStage(
  target: Target,
  ignoresFindings: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const table = target.find('DataRateLimits');
  const state = await findLock(target.dynamodb, table);
  if (state?.phase === 'writing') {
    terminal.warn(`Only some rows are written. Run the command again with --to ${state.to}.`);
    return EXIT.failure;
  }
  const lock = state && (await takeLock(target.dynamodb, table, state.to));
  return openStage(target, lock, ignoresFindings, terminal);
}

/** Books what has happened at Stripe, ends what was interrupted, and lets the users in if nothing is wrong. */
async function openStage(
  target: Target,
  lock: Lock | undefined,
  ignoresFindings: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  await target.start(COMPLETING);
  let isClean = true;
  if (lock?.phase === 'written') {
    const since = new Date(Date.parse(lock.to) - STRIPE_RETRIES_MS);
    isClean = (await replay(target.cloud, since, terminal)) === EXIT.ok;
  }
  await target.refundAbandoned();
  isClean = (await audit(target.cloud, undefined, terminal)) === EXIT.ok && isClean;
  if (!isClean && !ignoresFindings) {
    terminal.warn(
      `The functions stay stopped, except ${COMPLETING.join(', ')}. Correct what is listed above, then continue with --resume, or with --resume --force if it may stay.`,
    );
    return EXIT.failure;
  }
  await lock?.check();
  await target.start();
  // Another run has taken over at the same moment, and may write.
  await lock?.release().catch(async (error: unknown) => {
    await target.pause();
    throw error;
  });
  terminal.print('All functions are started.');
  return EXIT.ok;
}

/** @returns the number of rows that changed meanwhile. */
async function restore(
  { target, tables, terminal }: Pick<RestoreOptions, 'target' | 'tables' | 'terminal'>,
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
