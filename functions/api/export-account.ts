import { exportAccountSchemas, type ExportAccountResponse } from '#contract/endpoints/account-export.ts';
import type { AccountOwner } from '../accounts/welcome.ts';
import { describeKey, queryKeys } from '../accounts/api-keys/api-keys-table.ts';
import { findBrand } from '../thumbnails/brand/brand.ts';
import { readDesign } from '../thumbnails/designs/read-design.ts';
import { describeEdit } from '../thumbnails/lists/list-edits.ts';
import { apiHandler } from './http/api-handler.ts';
import { signImageUrls } from '../images/image-urls.ts';
import { compareNewestFirst, listEntries } from '../credits/ledger/entries.ts';
import { listPacks, type User } from '../credits/ledger/users-table.ts';
import { listAllPurchases } from '../credits/purchases/purchases-table.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { readCutoutNames } from '../thumbnails/table/cutout-names.ts';
import { queryUndeleted } from '../thumbnails/table/queries.ts';
import type { KeptGeneration, SucceededGeneration } from '../thumbnails/table/rows.ts';
import { toThumbnailFields } from '../thumbnails/table/thumbnail-fields.ts';

// The limits of a page. A Lambda response has at most 6 MB (AWS Lambda developer guide, "Lambda quotas"). The longest texts and a signed
// URL of a thumbnail take 19 KB. A ledger entry takes 300 bytes.
const THUMBNAILS_PER_PAGE = 200;
const MAX_LEDGER_ENTRIES = 8_000;

/**
 * Collects one page of a user's data. Only the first page has the ledger, the purchases, the brand and the API keys.
 * @param user undefined for a user without an account.
 * @param cursor the cursor of the previous page.
 */
async function exportAccount(
  { userId, email }: AccountOwner,
  user: User | undefined,
  cursor: string | undefined,
): Promise<ExportAccountResponse> {
  const [entries, purchases, stored, keys, page] = await Promise.all([
    cursor === undefined ? listEntries(userId) : [],
    cursor === undefined ? listAllPurchases(userId) : [],
    cursor === undefined ? findBrand(userId) : undefined,
    cursor === undefined ? queryKeys(userId, user) : [],
    queryUndeleted(userId, THUMBNAILS_PER_PAGE, cursor),
  ]);
  const ledger = entries.sort(compareNewestFirst).slice(0, MAX_LEDGER_ENTRIES);
  // The types report a field that is missing here, even an optional field.
  return {
    account: {
      id: userId,
      email,
      credits: user?.credits ?? 0,
      creditsDue: user?.shortfall,
      packs: listPacks(user),
      createdAt: user?.createdAt,
      suspendedAt: user?.suspendedAt,
      welcomeDueAt: user?.welcomeDueAt,
    } satisfies Record<keyof ExportAccountResponse['account'], unknown>,
    // The operator of a grant is left out, because the operator is another person.
    ledger: ledger.map(
      ({ createdAt, kind, amount, shortfall, pack, ref, why }) =>
        ({ createdAt, kind, amount, shortfall, pack, ref, why }) satisfies EveryField<'ledger'>,
    ),
    olderLedgerEntries: entries.length - ledger.length,
    purchases,
    thumbnails: await Promise.all(page.thumbnails.filter(isOfKind(undefined)).map(exportThumbnail)),
    brand: stored?.brand,
    cutouts: await Promise.all(
      page.thumbnails.filter(isOfKind('cutout')).filter(hasSucceeded).map(exportCutout),
    ),
    edits: await Promise.all(page.thumbnails.filter(isOfKind('edit')).filter(hasSucceeded).map(exportEdit)),
    keys: keys.map(describeKey),
    cursor: page.next,
  } satisfies Record<keyof ExportAccountResponse, unknown>;
}

/** An item of a list of the export with all fields, also the optional ones. */
type EveryField<List extends 'ledger' | 'thumbnails' | 'cutouts' | 'edits'> = Record<
  keyof ExportAccountResponse[List][number],
  unknown
>;

async function exportThumbnail(
  thumbnail: KeptGeneration,
): Promise<ExportAccountResponse['thumbnails'][number]> {
  const { status } = thumbnail;
  const common = toThumbnailFields(thumbnail, 'export');
  if (status !== 'succeeded') return { ...common, status };
  const { url, previewURL } = await signImageUrls(thumbnail);
  const design = readDesign(thumbnail);
  return { ...common, status, url, previewURL, design } satisfies EveryField<'thumbnails'>;
}

const isOfKind =
  (expected: KeptGeneration['kind']) =>
  ({ kind }: KeptGeneration) =>
    kind === expected;
const hasSucceeded = (item: KeptGeneration) => item.status === 'succeeded';

async function exportCutout({ generationId: id, createdAt, imageKey, ...names }: SucceededGeneration) {
  const { url } = await signImageUrls({ imageKey });
  return { id, ...readCutoutNames(names), createdAt, url } satisfies EveryField<'cutouts'>;
}

async function exportEdit(edit: SucceededGeneration) {
  const { id, baseId, operation, imageURL: url, createdAt } = await describeEdit(edit);
  const { thumbnailId } = edit;
  return { id, thumbnailId, baseId, operation, createdAt, url } satisfies EveryField<'edits'>;
}

/** GET /api/account/export: returns one page of the caller's data. */
export const handler = apiHandler(
  'exportAccount',
  exportAccountSchemas,
  async ({ query, user, ...caller }) => {
    await enforceRateLimit(query.cursor === undefined ? 'exports' : 'exportPages', caller.userId);
    return exportAccount(caller, user, query.cursor);
  },
);
