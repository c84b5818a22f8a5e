import { formatCredits } from '../../../lib/format.ts';
import { notify } from '../../../ui/notify.ts';
import { followPurchase, type PurchaseStatus } from './follow-purchase.ts';
import { openedCheckout } from './opened-checkout.ts';

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
