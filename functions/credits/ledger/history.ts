import * as z from 'zod/mini';
import type { CreditChange } from '#contract/endpoints/credit-schemas.ts';
import { PACK_IDS } from '#contract/packs.ts';
import { type HistoryEntry, queryHistory } from './entries.ts';

/**
 * The end of a page of the history: its last entry, and the balance before this entry. It does not contain the user, so a cursor never
 * opens another user's history. A client that changes the balance changes only the balances on its own screen.
 */
export const historyPosition = z.object({
  /** DynamoDB refuses an empty key and half a surrogate pair. All ids of entries are printable ASCII. */
  entryId: z.string().check(z.regex(/^[!-~]+$/)),
  createdAt: z.iso.datetime(),
  balance: z.int(),
});
type HistoryPosition = z.infer<typeof historyPosition>;

interface History {
  /** The changes. Each names its thumbnail, even if the thumbnail failed or was deleted. */
  changes: CreditChange[];
  next: HistoryPosition | undefined;
}

/** The most pages that one call reads to find a change. Uploaded pictures cost nothing, and a page may have only their entries. */
const MAX_PAGES = 5;

/**
 * Reads one page of the changes of a user's balance, newest first. Each balance follows from the balance after it, so a page costs the
 * same however long the history is. A page may have fewer changes than the limit.
 * @param start the end of the previous page, or the balance now.
 */
export async function readHistory(
  userId: string,
  limit: number,
  start: HistoryPosition | { balance: number },
): Promise<History> {
  let { balance } = start;
  let after = 'entryId' in start ? { entryId: start.entryId, createdAt: start.createdAt } : undefined;
  const changes: CreditChange[] = [];
  for (let pages = 0; pages < MAX_PAGES && changes.length === 0; pages += 1) {
    const { entries, next } = await queryHistory(userId, { limit, after });
    for (const entry of entries.filter(isVisible)) {
      const change = describe(entry, balance);
      changes.push(change);
      balance -= change.credits;
    }
    after = next;
    if (next === undefined) break;
  }
  return { changes, next: after && { ...after, balance } };
}

/**
 * Returns false for an entry without an effect on the balance, e.g. of an uploaded picture. The change of a purchase includes its `collect`
 * entry: both entries have the same time, and between them the balance would be wrong.
 */
function isVisible({ kind, amount }: HistoryEntry): boolean {
  return kind === 'purchase' || (amount !== 0 && kind !== 'collect');
}

function describe(entry: HistoryEntry, balance: number): CreditChange {
  const { entryId: id, kind, amount, createdAt: at, settled = 0 } = entry;
  const pack = PACK_IDS.find((each) => each === entry.pack);
  const thumbnailId = kind === 'spend' ? findThumbnail(entry) : undefined;
  return {
    id,
    kind: nameKind(entry),
    credits: amount - settled,
    balance,
    at,
    ...(thumbnailId !== undefined && { thumbnailId }),
    ...(pack !== undefined && { pack }),
    ...(settled > 0 && { settled }),
  };
}

function findThumbnail({ purpose, ref, thumbnailId }: HistoryEntry): string | undefined {
  return purpose === undefined ? ref : thumbnailId;
}

function nameKind({ kind, purpose }: HistoryEntry): CreditChange['kind'] {
  switch (kind) {
    case 'spend':
      return purpose ?? 'thumbnail';
    case 'purchase':
      return 'pack';
    case 'clawback':
    case 'restore':
      return 'reversal';
    case 'welcome':
    case 'refund':
    case 'grant':
      return kind;
    case 'collect':
    case 'carry':
    case 'closed':
      return 'other';
  }
}
