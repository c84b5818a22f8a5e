import * as z from 'zod/mini';
import {
  purchaseSummary,
  type PurchaseState,
  type PurchaseSummary,
} from '#contract/endpoints/purchase-schemas.ts';
import { findItem, queryAll, queryItems, queryPage } from '../../platform/dynamodb-reads.ts';
import { updateIf, updateItem } from '../../platform/dynamodb-writes.ts';
import { absent, anyOf, atMost, buildUpdate, equals, present } from '../../platform/expressions.ts';
import { atKey, openTable } from '../../platform/tables.ts';

const PURCHASES = openTable('purchases');

const HISTORY_LENGTH = 50;

/** A purchase with the fields that its user can read, and the revision of the payment that it was written from. */
const purchase = z.extend(purchaseSummary, { userId: z.string(), revision: z.int() });

/** The data of a purchase from its payment. */
interface PurchaseUpdate extends Pick<
  z.infer<typeof purchase>,
  'userId' | 'amount' | 'currency' | 'createdAt'
> {
  sessionId: string;
  receiptUrl: string | undefined;
  /** A number that increases with every event of the payment. */
  revision: number;
}

/** The pack that was bought. */
export interface PurchasedPack {
  name: string;
  credits: number;
  /** The credits of the purchase that settled the shortfall. */
  settled?: number | undefined;
}

/**
 * Saves the state of a purchase, which its user can read. Only the ledger stores credits. An outdated payment never replaces a newer
 * payment, because its revision is lower.
 * @param pack the bought pack, if its price is known. A pack that was saved before is kept.
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

/** Finds the state of a purchase. Returns undefined if the purchase is not saved yet. */
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

/** Returns true if a dispute of one of the user's payments is open or was lost. */
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
