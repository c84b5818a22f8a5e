import { reconcileReport, type ReconcileRequest } from '#contract/operators.ts';
import {
  defineCommand,
  EXIT,
  parseTime,
  text,
  UsageError,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { CLOUD_OPTIONS, connect, type Cloud } from './credits/connect.ts';

/** Stripe lists the events of 30 days (Stripe API, "List all events"). */
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;

export const stripeReplayCommand = defineCommand({
  usage: 'npm run stripe:replay -- --stage NAME --since TIME',
  description: `Books every payment, refund and dispute with an event at Stripe since a time of the last 30 days, also those that the
stage has accepted before, e.g. after npm run restore. What is booked already stays as it is, so you can repeat the command.`,
  options: {
    ...CLOUD_OPTIONS,
    since: text('TIME', 'e.g. 2026-11-24T09:00:00Z'),
  },
  exitCodes: '0 all are booked, 1 some failed or match no pack, 2 wrong usage',
  async run({ since, ...cloud }, terminal) {
    const time = parseTime('--since', since);
    if (Date.now() - time.getTime() > EVENTS_KEPT_MS) {
      throw new UsageError('--since must be at most 30 days ago, because Stripe lists no older events.');
    }
    return replay(await connect(cloud), time, terminal);
  },
});

/** Duration of one slice in seconds, as of the audit. */
const SLICE_SECONDS = 45;

/** Books the payments with an event since a time. @throws Error if the function fails; the SDK's errors. */
export async function replay(
  cloud: Pick<Cloud, 'invoke'>,
  since: Date,
  terminal: Terminal,
): Promise<ExitCode> {
  const total = { reconciled: 0, failed: 0, unmatched: 0 };
  let cursor: string | undefined;
  do {
    const request: ReconcileRequest = { since: since.toISOString(), cursor, seconds: SLICE_SECONDS };
    const slice = await cloud.invoke('ReconcilePayments', request, reconcileReport);
    total.reconciled += slice.reconciled;
    total.failed += slice.failed;
    total.unmatched += slice.unmatched ?? 0;
    ({ cursor } = slice);
    if (cursor !== undefined) terminal.warn(`${total.reconciled} payments compared so far.`);
  } while (cursor !== undefined);
  const { reconciled, failed, unmatched } = total;
  terminal.print(`${reconciled} payments agree with Stripe, ${failed} failed, ${unmatched} match no pack.`);
  const isListed = Date.now() - since.getTime() <= EVENTS_KEPT_MS;
  if (!isListed) terminal.warn('Stripe no longer lists the oldest events. Compare those payments by hand.');
  if (failed + unmatched === 0) return isListed ? EXIT.ok : EXIT.failure;
  terminal.warn(
    'The log of ReconcilePayments has the reasons. Correct what failed, and run the command again. A payment matches no pack if its price was replaced: grant its credits.',
  );
  return EXIT.failure;
}
