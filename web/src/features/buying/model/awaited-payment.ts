import { STORAGE_KEYS, userValue } from '../../../lib/browser-storage.ts';
import { isObjectOf, isString } from '../../../lib/guards.ts';

interface AwaitedPayment {
  userId: string;
  /** The checkout session's, which is also the purchase's. */
  id: string;
}

/** The payment from which this tab has returned, until it has ended. A reload goes on with it. */
export const awaitedPayment = userValue(
  STORAGE_KEYS.checkout,
  isObjectOf<AwaitedPayment>({ userId: isString, id: isString }),
);
