import { tabMemory } from '../session/tab-memory.ts';

/** A checkout that this tab has left for, and how things stood before it. */
export interface OpenedCheckout {
  userId: string;
  /** What the pack holds. */
  credits: number;
  /** The balance before. Absent: not known. */
  balance?: number;
  /** Id of the newest purchase before; null where there was none. Absent: not known. */
  newestPurchase?: string | null;
}

export const openedCheckout = tabMemory('openedCheckout', isOpenedCheckout);

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
