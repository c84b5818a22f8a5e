import type { PurchaseState, PurchaseSummary } from '../../../contract/schemas.ts';
import { readCredits } from '../api/credits.ts';
import { isUnauthorized } from '../api/errors.ts';
import { listPurchases } from '../api/list-purchases.ts';
import { wait } from '../api/wait.ts';
import type { OpenedCheckout } from './opened-checkout.ts';

const QUICKLY_EVERY_MS = 1_000;
const QUICKLY_FOR_MS = 30_000;
const SLOWLY_EVERY_MS = 10_000;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Without knowing how things stood before, a purchase of the last hour is taken for the one just made. */
const RECENT_MS = 60 * 60_000;

/** How a purchase stands. `processing`: nothing has been heard of it in the time that it mostly takes. */
export interface Standing {
  state: PurchaseState | 'processing';
  /** What the pack holds. */
  credits: number;
}

/** What one look at the account found; undefined where it could not be read. */
export interface Look {
  balance: number | undefined;
  newest: PurchaseSummary | undefined;
}

/**
 * Follows the purchase that a browser has come back from, and yields how it stands whenever that is news: quickly
 * while Stripe's word is on its way, then slowly, for a payment may take its time.
 */
export async function* followPurchase(
  opened: OpenedCheckout | undefined,
  signal: AbortSignal,
): AsyncGenerator<Standing, void> {
  const since = Date.now();
  let told: Standing | undefined;
  for (let elapsed = 0; elapsed <= GIVE_UP_AFTER_MS; elapsed = Date.now() - since) {
    const standing =
      standingOf(await look(signal), opened) ?? (elapsed < QUICKLY_FOR_MS ? undefined : (told ?? PROCESSING));
    if (standing !== undefined && standing.state !== told?.state) {
      told = standing;
      yield standing;
    }
    if (told !== undefined && !mayChange(told)) return;
    await wait(told === undefined ? QUICKLY_EVERY_MS : SLOWLY_EVERY_MS, signal);
  }
}

const PROCESSING: Standing = { state: 'processing', credits: 0 };

const mayChange = ({ state }: Standing) => state === 'processing' || state === 'pending';

/** The purchase itself tells; a balance that has risen by the pack tells as much, where the purchase is not there. */
export function standingOf(
  { balance, newest }: Look,
  opened: OpenedCheckout | undefined,
): Standing | undefined {
  if (newest !== undefined && isTheOne(newest, opened)) return newest;
  if (opened?.balance === undefined || balance === undefined) return undefined;
  const { credits } = opened;
  return balance >= opened.balance + credits ? { state: 'paid', credits } : undefined;
}

function isTheOne(newest: PurchaseSummary, opened: OpenedCheckout | undefined): boolean {
  if (opened?.newestPurchase !== undefined) return opened.newestPurchase !== newest.id;
  if (opened?.balance !== undefined) return false;
  const isRecent = Date.now() - Date.parse(newest.createdAt) < RECENT_MS;
  return isRecent && (opened === undefined || opened.credits === newest.credits);
}

async function look(signal: AbortSignal): Promise<Look> {
  const [purchases, balance] = await Promise.all([
    unlessUnreadable(listPurchases(signal), signal),
    unlessUnreadable(readCredits(signal), signal),
  ]);
  return { newest: purchases?.[0], balance };
}

async function unlessUnreadable<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (signal.aborted || isUnauthorized(error)) throw error;
    return undefined; // The next look may find it.
  }
}
