import * as z from 'zod/mini';
import { brand } from './brand.ts';
import { apiKey } from './api-key-schemas.ts';
import { design } from './design.ts';
import { editSummary } from './edit-schemas.ts';
import { PACK_IDS } from './packs.ts';
import { uuid } from './fields.ts';
import { purchaseSummary } from './purchase-schemas.ts';
import { selectSchemas } from './readers.ts';
import { THUMBNAIL_FIELDS } from './thumbnail-fields.ts';

/**
 * One page of an account's data, without its purchases. Times are ISO 8601, UTC. Every page has the account and its
 * ledger, and the next thumbnails.
 */
export const accountExport = z.object({
  account: z.object({
    id: z.string(),
    email: z.optional(z.string()),
    credits: z.number(),
    /** Spent credits of refunded or disputed payments. @default 0 */
    creditsDue: z.optional(z.number()),
    packs: z.array(z.enum(PACK_IDS)),
    createdAt: z.optional(z.string()),
    suspendedAt: z.optional(z.string()),
    /** When the welcome credits arrive, if they are due. */
    welcomeDueAt: z.optional(z.string()),
  }),
  /** Newest first. */
  ledger: z.array(
    z.object({
      createdAt: z.string(),
      kind: z.string(),
      /** Signed, in credits. */
      amount: z.number(),
      /** What the entry adds to the credits that are due. */
      shortfall: z.optional(z.number()),
      /** The pack of the entry's purchase. */
      pack: z.optional(z.string()),
      ref: z.string(),
      why: z.optional(z.string()),
    }),
  ),
  /** The number of older ledger entries that are not included. */
  olderLedgerEntries: z.number(),
  thumbnails: z.array(
    z.object({
      ...selectSchemas(THUMBNAIL_FIELDS, 'export'),
      status: z.enum(['pending', 'waiting', 'succeeded', 'failed']),
      /** The image of a succeeded generation. The URL expires after one to seven hours. */
      url: z.optional(z.string()),
      /** Its preview, which shows the design if the thumbnail is finished. It has the same lifetime. */
      previewURL: z.optional(z.string()),
      design: z.optional(design),
    }),
  ),
  /** Only on the first page. */
  brand: z.optional(brand),
  /** Finished ones, on the pages with the thumbnails of the same time. */
  cutouts: z.array(z.object({ id: z.string(), createdAt: z.string(), url: z.string() })),
  /** Finished ones, on the pages with the thumbnails of the same time. */
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
  /** API keys, on the first page, without their secrets. */
  keys: z.array(apiKey),
  /** Requests the next page; absent on the last one. */
  cursor: z.optional(z.string()),
});

export const deleteAccountResponse = z.object({ closed: z.literal(true) });

/** The `cursor` of the previous page. */
export const exportAccountRequest = z.object({ cursor: z.optional(uuid('cursor')) });
/** The purchases are newest first. */
export const exportAccountResponse = z.extend(accountExport, { purchases: z.array(purchaseSummary) });
export type ExportAccountResponse = z.infer<typeof exportAccountResponse>;

export const deleteAccountSchemas = { response: deleteAccountResponse };
export const exportAccountSchemas = { query: exportAccountRequest, response: exportAccountResponse };
