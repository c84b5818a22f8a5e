import type { PurchaseState, PurchaseSummary } from '../../../../../contract/purchase-schemas.ts';
import { isUnauthorized } from '../../../api/errors.ts';
import { listPurchases } from '../api.ts';
import { readCredits } from '../../../api/read-credits.ts';
import { formatCredits } from '../../../lib/format.ts';
import { wait } from '../../../lib/wait.ts';
import { notify } from '../../../ui/notify.ts';
import { openedCheckout } from './opened-checkout.ts';
import type { OpenedCheckout } from './opened-checkout.ts';

const FAST_INTERVAL_MS = 1_000;
const FAST_PHASE_MS = 30_000;
const SLOW_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 10 * 60_000;

/** When nothing is known about the account before the checkout, a purchase of the last hour counts as the new one. */
const RECENT_MS = 60 * 60_000;

export interface PurchaseStatus {
  /** `processing`: no purchase has appeared within the usual time. */
  state: PurchaseState | 'processing';
  /** The credits of the pack. */
  credits: number;
}

/** A value is undefined when it could not be read. */
export interface AccountSnapshot {
  balance: number | undefined;
  newestPurchase: PurchaseSummary | undefined;
}

const PROCESSING: PurchaseStatus = { state: 'processing', credits: 0 };

/**
 * Follows the purchase after the browser returns from Stripe, and yields each change of its status. Polls fast while
 * Stripe's webhook is expected, then slowly, because some payment methods take minutes.
 */
export async function* followPurchase(
  opened: OpenedCheckout | undefined,
  signal: AbortSignal,
): AsyncGenerator<PurchaseStatus, void> {
  const startedAt = Date.now();
  let reported: PurchaseStatus | undefined;
  for (let elapsed = 0; elapsed <= TIMEOUT_MS; elapsed = Date.now() - startedAt) {
    const status =
      findStatus(await readAccount(signal), opened) ??
      (elapsed < FAST_PHASE_MS ? undefined : (reported ?? PROCESSING));
    if (status !== undefined && status.state !== reported?.state) {
      reported = status;
      yield status;
    }
    if (reported !== undefined && isFinal(reported)) return;
    await wait(reported === undefined ? FAST_INTERVAL_MS : SLOW_INTERVAL_MS, signal);
  }
}

const isFinal = ({ state }: PurchaseStatus) => state !== 'processing' && state !== 'pending';

/** Undefined while the purchase has not appeared. A balance that rose by the pack's credits also proves a payment. */
export function findStatus(
  { balance, newestPurchase }: AccountSnapshot,
  opened: OpenedCheckout | undefined,
): PurchaseStatus | undefined {
  if (newestPurchase !== undefined && isNewPurchase(newestPurchase, opened)) return newestPurchase;
  if (opened?.balance === undefined || balance === undefined) return undefined;
  const { credits } = opened;
  return balance >= opened.balance + credits ? { state: 'paid', credits } : undefined;
}

function isNewPurchase(newest: PurchaseSummary, opened: OpenedCheckout | undefined): boolean {
  if (opened?.newestPurchase !== undefined) return opened.newestPurchase !== newest.id;
  if (opened?.balance !== undefined) return false;
  const isRecent = Date.now() - Date.parse(newest.createdAt) < RECENT_MS;
  return isRecent && (opened === undefined || opened.credits === newest.credits);
}

async function readAccount(signal: AbortSignal): Promise<AccountSnapshot> {
  const [purchases, balance] = await Promise.all([
    undefinedOnError(listPurchases(signal), signal),
    undefinedOnError(readCredits(signal), signal),
  ]);
  return { newestPurchase: purchases?.[0], balance };
}

async function undefinedOnError<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (signal.aborted || isUnauthorized(error)) throw error;
    return undefined; // The next poll may succeed.
  }
}

/** In ms. Sonner's default is too short for a long sentence. */
const LONG_DURATION = 10_000;

const REVERSED = {
  kind: 'info',
  text: 'This payment has been refunded or disputed since. Buy Credits lists your purchases.',
} as const;

const MESSAGES = {
  processing: {
    kind: 'info',
    text: 'Your payment is being processed. The credits will appear by themselves.',
  },
  pending: {
    kind: 'info',
    text: 'Your payment is pending. The credits will appear by themselves once it has gone through.',
  },
  failed: {
    kind: 'error',
    text: 'The payment did not go through and nothing was bought. You can choose a pack again.',
  },
  unmatched: {
    kind: 'error',
    text: 'Your payment arrived but does not match its pack. We are looking into it.',
  },
  disputed: REVERSED,
  partly_refunded: REVERSED,
  refunded: REVERSED,
} as const;

/**
 * Follows the purchase of the last checkout, and shows each change of its status as a message.
 * @param id of the message that is visible until the first status
 * @param onChange runs with each change
 */
export async function reportPurchase(
  buyerId: string,
  id: string,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  let hasReported = false;
  try {
    for await (const status of followPurchase(openedCheckout.load(buyerId), signal)) {
      hasReported = true;
      openedCheckout.remove();
      onChange();
      report(status, id);
    }
  } catch {
    // The user left the page, or the session ended. A reload shows the credits.
    if (!hasReported) notify.dismiss(id);
  }
}

function report({ state, credits }: PurchaseStatus, id: string): void {
  if (state === 'paid') {
    notify.success(`${formatCredits(credits)} added.`, { id });
  } else {
    const { kind, text } = MESSAGES[state];
    notify[kind](text, { id, duration: LONG_DURATION });
  }
}
