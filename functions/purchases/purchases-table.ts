import * as z from 'zod/mini';
import {
  purchaseSummary,
  type PurchaseState,
  type PurchaseSummary,
} from '../../contract/purchase-schemas.ts';
import { findItem, queryAll, queryItems, queryPage } from '../shared/dynamodb-reads.ts';
import { updateIf, updateItem } from '../shared/dynamodb-writes.ts';
import { absent, anyOf, atMost, buildUpdate, equals, present } from '../shared/expressions.ts';
import { atKey, openTable } from '../shared/tables.ts';

const PURCHASES = openTable('purchases');

const HISTORY_LENGTH = 50;

/** One purchase: what its user can read, and the revision of the payment that it was written from. */
const purchase = z.extend(purchaseSummary, { userId: z.string(), revision: z.int() });

/** What is known of a purchase. */
interface PurchaseUpdate extends Pick<
  z.infer<typeof purchase>,
  'userId' | 'amount' | 'currency' | 'createdAt'
> {
  sessionId: string;
  receiptUrl: string | undefined;
  /** Increases with everything that happens to the payment. */
  revision: number;
}

/** What was bought. */
export interface PurchasedPack {
  name: string;
  credits: number;
  /** How many of the credits settled those that were due. */
  settled?: number | undefined;
}

/**
 * Saves the state of a purchase for its user to read. Credits are kept in the ledger only. An outdated payment never
 * replaces a newer one: its revision is lower.
 * @param pack what was bought, if its price is known; a pack that was saved before is kept.
 */
export async function savePurchase(
  { sessionId, userId, amount, currency, createdAt, receiptUrl, revision }: PurchaseUpdate,
  pack: PurchasedPack | undefined,
  state: PurchaseState,
): Promise<void> {
  await updateIf({
    ...atKey(PURCHASES, { userId, id: sessionId }),
    ...buildUpdate({
      set: { amount, currency, state, createdAt, receiptUrl, revision, settled: pack?.settled },
      setIfAbsent: { pack: pack?.name ?? 'Unknown', credits: pack?.credits ?? 0 },
      if: anyOf(absent('revision'), atMost('revision', revision)),
    }),
  });
}

/** The state of a purchase; undefined if it is not saved yet. */
export async function findPurchaseState(
  userId: string,
  sessionId: string,
): Promise<PurchaseState | undefined> {
  const item = await findItem(PURCHASES, { userId, id: sessionId });
  return item && z.pick(purchase, { state: true }).parse(item).state;
}

/** Lists a user's latest purchases, newest first. */
export async function listPurchases(userId: string): Promise<PurchaseSummary[]> {
  const query = { ...history(userId), limit: HISTORY_LENGTH };
  return (await queryPage(PURCHASES, query)).items.map((item) => purchaseSummary.parse(item));
}

/** Lists all purchases of a user, newest first. */
export async function listAllPurchases(userId: string): Promise<PurchaseSummary[]> {
  return (await queryAll(PURCHASES, history(userId))).map((item) => purchaseSummary.parse(item));
}

const history = (userId: string) => ({ index: 'history', partition: userId, isDescending: true }) as const;

/** Whether a dispute of one of the user's payments is open or was lost. */
export async function hasDisputedPurchase(userId: string): Promise<boolean> {
  const filter = equals('state', 'disputed' satisfies PurchaseState);
  const { done } = await queryItems(PURCHASES, { partition: userId, filter }).next();
  return done !== true;
}

/** Removes the receipts of a user's purchases, because they contain a name and an address. Idempotent. */
export async function removeReceipts(userId: string): Promise<void> {
  const query = { partition: userId, filter: present('receiptUrl'), attributes: ['userId', 'id'] };
  for await (const item of queryItems(PURCHASES, query)) {
    const key = z.pick(purchase, { userId: true, id: true }).parse(item);
    await updateItem({ ...atKey(PURCHASES, key), ...buildUpdate({ remove: ['receiptUrl'] }) });
  }
}
