import * as z from 'zod/mini';
import { brand } from '../design/brand.ts';
import { apiKey } from './api-key-schemas.ts';
import { editSummary } from './edit-schemas.ts';
import { updateCutoutResponse } from './finishing-schemas.ts';
import { PACK_IDS } from '../packs.ts';
import { uuid } from '../fields.ts';
import { purchaseSummary } from './purchase-schemas.ts';
import { selectSchemas } from './readers.ts';
import { listReadFields } from './schemas.ts';

/**
 * One page of an account's data, without its purchases. Times are ISO 8601, UTC. Every page has the account, its ledger, and the next
 * thumbnails.
 */
export const accountExport = z.object({
  account: z.object({
    id: z.string(),
    email: z.optional(z.string()),
    credits: z.number(),
    /** Credits of refunded or disputed payments that were already spent. @default 0 */
    creditsDue: z.optional(z.number()),
    packs: z.array(z.enum(PACK_IDS)),
    createdAt: z.optional(z.string()),
    suspendedAt: z.optional(z.string()),
    /** The earliest time at which the welcome credits can arrive. Absent unless the account waits for them. */
    welcomeDueAt: z.optional(z.string()),
  }),
  /** The ledger entries, newest first. */
  ledger: z.array(
    z.object({
      createdAt: z.string(),
      kind: z.string(),
      /** The change of the balance, in credits. Negative if credits were taken. */
      amount: z.number(),
      /** The change of the account's shortfall, in credits. */
      shortfall: z.optional(z.number()),
      /** The pack of the entry's purchase. */
      pack: z.optional(z.string()),
      ref: z.string(),
      why: z.optional(z.string()),
    }),
  ),
  /** The number of older ledger entries that are not included. */
  olderLedgerEntries: z.number(),
  thumbnails: z.array(z.object(selectSchemas(listReadFields(), 'export'))),
  /** The brand. Only the first page has it. */
  brand: z.optional(brand),
  /** The finished cut-outs that were made in the time of this page's thumbnails. */
  cutouts: z.array(
    z.object({ id: z.string(), ...updateCutoutResponse.shape, createdAt: z.string(), url: z.string() }),
  ),
  /** The finished edits that were made in the time of this page's thumbnails. */
  edits: z.array(
    z.object({
      id: z.string(),
      thumbnailId: z.optional(z.string()),
      baseId: z.string(),
      operation: editSummary,
      createdAt: z.string(),
      url: z.string(),
    }),
  ),
  /** The API keys without their secrets. Only the first page lists keys. */
  keys: z.array(apiKey),
  /** Requests the next page. Absent on the last page. */
  cursor: z.optional(z.string()),
});

export const deleteAccountResponse = z.object({ closed: z.literal(true) });

/** The request of a page. `cursor` is the `cursor` of the previous page. */
export const exportAccountRequest = z.object({ cursor: z.optional(uuid('cursor')) });
/** The response of the export. The purchases are newest first. */
export const exportAccountResponse = z.extend(accountExport, { purchases: z.array(purchaseSummary) });
export type ExportAccountResponse = z.infer<typeof exportAccountResponse>;

export const deleteAccountSchemas = { response: deleteAccountResponse };
export const exportAccountSchemas = { query: exportAccountRequest, response: exportAccountResponse };
