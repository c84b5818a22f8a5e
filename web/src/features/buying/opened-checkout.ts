import { STORAGE_KEYS, userValue } from '../../lib/browser-storage.ts';

/** The checkout that this tab has opened, and the account before it. */
export interface OpenedCheckout {
  userId: string;
  /** The credits of the pack. */
  credits: number;
  /** The balance before. Absent when it was not known. */
  balance?: number;
  /** Id of the newest purchase before, null without one. Absent when it was not known. */
  newestPurchase?: string | null;
}

export const openedCheckout = userValue(STORAGE_KEYS.checkout, isOpenedCheckout);

function isOpenedCheckout(value: unknown): value is OpenedCheckout {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, credits, balance, newestPurchase } = value as Record<keyof OpenedCheckout, unknown>;
  return (
    typeof userId === 'string' &&
    typeof credits === 'number' &&
    (balance === undefined || typeof balance === 'number') &&
    (newestPurchase === undefined || newestPurchase === null || typeof newestPurchase === 'string')
  );
}
