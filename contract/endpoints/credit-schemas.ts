import * as z from 'zod/mini';
import { pageCursor, pageLimit } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { PACK_IDS } from '../packs.ts';

/**
 * The kind of a change of the balance:
 * - `welcome`: the first credits of an account.
 * - `pack`: a bought pack, without the credits that settled a shortfall.
 * - `thumbnail`, `edit`, `cutout`: what the credits went on.
 * - `refund`: the credits of a generation that failed or was canceled.
 * - `reversal`: credits of a pack that a refund or a dispute of its payment took, or that returned after its end.
 * - `grant`: a grant or a correction by an operator.
 */
const creditChangeKind = z.enum([
  'welcome',
  'pack',
  'thumbnail',
  'edit',
  'cutout',
  'refund',
  'reversal',
  'grant',
  'other',
]);

/** A change of the balance. */
export const creditChange = z.object({
  id: z.string(),
  kind: creditChangeKind,
  /** The change of the balance, in credits. Negative if credits were taken. */
  credits: z.int(),
  /** The balance after the change. */
  balance: z.int(),
  /** The time of the change (ISO 8601, UTC). */
  at: z.string(),
  /** The thumbnail that the credits went on, or that the edit changed. Absent if the user has no such thumbnail any more. */
  thumbnailId: z.optional(z.string()),
  /** The name of this thumbnail, or the beginning of its prompt. */
  title: z.optional(z.string()),
  /** The URL of the preview of this thumbnail, with its design. Absent without a preview. */
  previewURL: z.optional(z.string()),
  /** The pack of a `pack` and of a `reversal`. */
  pack: z.optional(z.enum(PACK_IDS)),
  /** The credits of a `pack` that settled the account's shortfall. `credits` does not contain them. @default 0 */
  settled: z.optional(z.int()),
});
export type CreditChange = z.infer<typeof creditChange>;

export const listCreditHistoryRequest = z.object({
  limit: pageLimit(LIMITS.creditPageSize),
  cursor: pageCursor,
});
export type ListCreditHistoryRequest = z.infer<typeof listCreditHistoryRequest>;

/** The changes of the balance, newest first. The cursor requests the next page. The last page has no cursor. */
export const listCreditHistoryResponse = z.object({
  entries: z.array(creditChange),
  cursor: z.optional(z.string()),
});
export type ListCreditHistoryResponse = z.infer<typeof listCreditHistoryResponse>;

export const listCreditHistorySchemas = {
  query: listCreditHistoryRequest,
  response: listCreditHistoryResponse,
};
