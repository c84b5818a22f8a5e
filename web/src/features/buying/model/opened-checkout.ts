import { isNumber, isObjectOf, isOptional, isString } from '../../../lib/guards.ts';
import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';

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

export const openedCheckout = userValue(
  STORAGE_KEYS.checkout,
  isObjectOf<OpenedCheckout>({
    userId: isString,
    credits: isNumber,
    balance: isOptional(isNumber),
    newestPurchase: (value) => value === null || isOptional(isString)(value),
  }),
);
