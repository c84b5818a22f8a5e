import { PACKS } from '#contract/packs.ts';
import type { Design } from '#contract/design/design.ts';
import { sortedJson } from '#contract/design/same-design.ts';
import { PHOTO } from '#contract/photo.ts';
import { listCutoutsResponse } from '#contract/endpoints/finishing-schemas.ts';
import { listPurchasesResponse } from '#contract/endpoints/purchase-schemas.ts';
import { listThumbnailsResponse, readCreditsResponse } from '#contract/endpoints/schemas.ts';
import type { LedgerRow } from '../../support/cloud-inspector.ts';
import { findStateViolations, readUserState, type UserState } from '../../support/invariants.ts';
import { readPngSize } from '../../../functions/platform/png.ts';
import { invokeEndpoint, type Reply } from '../api.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { findReplyViolations } from '../generations.ts';
import { INITIAL_CREDITS } from '../users.ts';
import type { Actor } from './actor.ts';
import { checkPacks, checkPurchase, sumAmounts } from './check-purchases.ts';
import type { Purchase, StripePayments } from './stripe-payments.ts';

/** The second account of the mailbox. */
export interface Heir {
  actor: Actor;
  /** The disputed payments of the first account during which this account opened a checkout. */
  forbidden: string[];
}

/** Checks the invariants, and the stored state against the responses and the payments. @returns a sentence each. */
export async function checkHistory(
  environment: TestEnvironment,
  actor: Actor,
  heir: Heir,
  stripe: StripePayments,
): Promise<string[]> {
  const state = await readUserState(environment.inspector, actor.userId);
  const other = await readUserState(environment.inspector, heir.actor.userId);
  const ledger = [...state.ledger, ...other.ledger];
  return [
    ...findStateViolations(state),
    ...findStateViolations(other),
    ...checkMailbox(heir, ledger),
    ...(await checkGenerations(actor, state)),
    ...checkDesigns(actor, state),
    ...(await checkPhotos(environment, actor, state)),
    ...checkCancellations(actor, state),
    ...stripe.listUndelivered().map((id) => `the webhook never accepted the event ${id}`),
    ...stripe.purchases.flatMap((purchase) => checkPurchase(purchase, ledger)),
    ...checkGrants(actor, state),
    ...checkWelcome(state, ledger),
    ...(state.isClosed
      ? await checkDeletedAccount(environment, actor, stripe, state)
      : await checkResponses(environment, actor, stripe, state)),
    ...(actor.isDeleted && !state.isClosed ? ['the deletion succeeded, but the account is open'] : []),
  ];
}

/** No save was lost: each version has one design, and the stored design is the last. */
function checkDesigns({ savedDesigns }: Actor, { thumbnails }: UserState): string[] {
  const designs = new Map<string, string>();
  for (const { generationId, designVersion, design } of thumbnails) {
    if (designVersion !== undefined && design !== undefined) {
      designs.set(`${generationId} ${designVersion}`, sortedJson(JSON.parse(design) as Design));
    }
  }
  return savedDesigns.flatMap(({ id, version, design }) => {
    const key = `${id} ${version}`;
    const other = designs.get(key);
    designs.set(key, design);
    const stored = thumbnails.find(({ generationId }) => generationId === id)?.designVersion;
    const isLost = stored !== undefined && stored < version;
    return isLost || (other !== undefined && other !== design)
      ? [`version ${version} of the design of ${id} was saved and is lost`]
      : [];
  });
}

async function checkGenerations(
  { generations: thumbnails, cutouts, edits, deletedThumbnails }: Actor,
  state: UserState,
): Promise<string[]> {
  const generations = [...thumbnails, ...cutouts, ...edits];
  const statuses = new Map(state.thumbnails.map(({ generationId, status }) => [generationId, status]));
  const violations = [
    ...generations.flatMap(([id, replies]) => findReplyViolations(id, replies, state)),
    ...[...deletedThumbnails]
      .filter((id) => !state.isClosed && statuses.get(id) !== 'deleted')
      .map((id) => `thumbnail ${id} was deleted, but its record is ${statuses.get(id)}`),
    ...state.thumbnails
      .filter(
        ({ status, thumbnailId }) =>
          status === 'succeeded' && statuses.get(String(thumbnailId)) === 'deleted',
      )
      .map(({ generationId }) => `the edit ${generationId} has outlived its thumbnail`),
  ];
  const existing = generations.filter(([id]) => statuses.get(id) === 'succeeded');
  const delivered = existing.flatMap(([, replies]) => replies).find(({ status }) => status === 200);
  const isLost = delivered !== undefined && !state.isClosed && !(await isDownloadable(delivered));
  return isLost ? [...violations, 'a delivered image cannot be downloaded'] : violations;
}

/** The image of a photo is the picture of its row, and the picture comes from an upload of the user. */
async function checkPhotos(
  { inspector }: TestEnvironment,
  { pictures }: Actor,
  { isClosed, thumbnails }: UserState,
): Promise<string[]> {
  const photos = thumbnails.filter(({ model, status }) => model === PHOTO && status === 'succeeded');
  const violations = photos.map(async ({ generationId, imageKey = '', width, height }) => {
    const stored = readPngSize(await inspector.readImage(imageKey));
    const isOfRow = stored.width === width && stored.height === height;
    const isOwn = (pictures.get(generationId) ?? []).some(
      ([own, ownHeight]) => own === stored.width && ownHeight === stored.height,
    );
    return [
      ...(isOfRow ? [] : [`the image of the photo ${generationId} is another picture than its row says`]),
      ...(isOwn ? [] : [`the photo ${generationId} is made of a picture that was not uploaded for it`]),
    ];
  });
  return isClosed ? [] : (await Promise.all(violations)).flat();
}

/** The user may delete the failed thumbnail afterwards, which keeps how it ended but not why. */
function checkCancellations(
  { canceled, deletedThumbnails }: Actor,
  { isClosed, thumbnails }: UserState,
): string[] {
  return [...canceled].flatMap((id) => {
    const row = thumbnails.find(({ generationId }) => generationId === id);
    const isCanceled = row?.status === 'failed' && row['failure'] === 'generation_canceled';
    const isDeleted = row?.status === 'deleted' && row.endedAs === 'failed' && deletedThumbnails.has(id);
    return isCanceled || isDeleted || isClosed
      ? []
      : [`the cancellation of ${id} was confirmed, but it did not end so`];
  });
}

async function isDownloadable({ body }: Reply): Promise<boolean> {
  const response = await fetch(String(body['imageURL'] ?? body['url']));
  await response.arrayBuffer();
  return response.ok;
}

function checkGrants({ grants }: Actor, { ledger }: UserState): string[] {
  return [...grants].flatMap(([id, replies]) => {
    const isGranted = replies.some((reply) => JSON.stringify(reply ?? null).includes('"kind":"granted"'));
    const isBooked = ledger.some(({ entryId }) => entryId === `grant#${id}`);
    return isGranted && !isBooked ? [`grant ${id} was confirmed, but has no ledger entry`] : [];
  });
}

/** A blocked mailbox buys nothing, and a shortfall that is carried from one account to another is never more or less. */
function checkMailbox({ forbidden }: Heir, ledger: readonly LedgerRow[]): string[] {
  const carried = ledger.reduce(
    (sum, { kind, ...row }) => sum + (kind === 'carry' ? Number(row['shortfall']) : 0),
    0,
  );
  return [
    ...forbidden.map((id) => `the mailbox opened a checkout while ${id} was disputed`),
    ...(carried === 0 ? [] : [`${carried} credits of a shortfall appeared between two accounts`]),
  ];
}

/** @param ledger of both accounts of the mailbox. */
function checkWelcome({ isClosed }: UserState, ledger: readonly LedgerRow[]): string[] {
  const sum = ledger
    .filter(({ kind }) => kind === 'welcome')
    .reduce((total, { amount }) => total + amount, 0);
  // After the deletion of an account that bought before its first visit, the mailbox gets no welcome.
  return sum === INITIAL_CREDITS || (isClosed && sum === 0) ? [] : [`the welcomes were ${sum} credits`];
}

/** Compares the API's responses with the stored state. */
async function checkResponses(
  { cloud }: TestEnvironment,
  { user }: Actor,
  stripe: StripePayments,
  { balance, thumbnails, ledger }: UserState,
): Promise<string[]> {
  const [credits, list, cutouts, purchases] = await Promise.all([
    invokeEndpoint(cloud, user, 'readCredits'),
    invokeEndpoint(cloud, user, 'listThumbnails'),
    invokeEndpoint(cloud, user, 'listCutouts'),
    invokeEndpoint(cloud, user, 'listPurchases'),
  ]);
  const succeeded = thumbnails.filter(({ status }) => status === 'succeeded');
  // The list of thumbnails has no edits: each edit is a version of its thumbnail.
  const selectKind = (kind?: string) => succeeded.filter((row) => row['kind'] === kind);
  return [
    ...(credits.body['credits'] === balance
      ? []
      : [`GET /api/credits responds ${JSON.stringify(credits.body)}`]),
    ...checkPacks(readCreditsResponse.parse(credits.body).packs ?? [], listOwn(stripe.purchases, ledger)),
    ...compareList('thumbnails', listThumbnailsResponse.parse(list.body).thumbnails, selectKind()),
    ...compareList('cut-outs', listCutoutsResponse.parse(cutouts.body).cutouts, selectKind('cutout')),
    ...listPurchasesResponse.parse(purchases.body).purchases.flatMap(({ id, state }) => {
      const purchase = stripe.purchases.find(({ sessionId }) => sessionId === id);
      return purchase === undefined || listPossibleStates(purchase).includes(state)
        ? []
        : [`the list shows ${id} as ${state}, but at Stripe it is ${JSON.stringify(purchase)}`];
    }),
  ];
}

/** Lists the purchases of the account, without the purchases of the other account of the mailbox. */
function listOwn(purchases: readonly Purchase[], ledger: readonly LedgerRow[]): Purchase[] {
  const booked = new Set(ledger.map(({ entryId }) => entryId));
  return purchases.filter(({ sessionId }) => booked.has(`purchase#${sessionId}`));
}

function compareList(
  what: string,
  listed: readonly { id: string }[],
  rows: readonly { generationId: string }[],
): string[] {
  const [shown, stored] = [listed.map(({ id }) => id), rows.map(({ generationId }) => generationId)];
  return String(shown.sort()) === String(stored.sort())
    ? []
    : [`the list shows ${shown.length} of ${stored.length} ${what}`];
}

/** States in which a purchase may be listed. */
function listPossibleStates({ state, pack, refunds, disputes }: Purchase): string[] {
  if (state === 'failed') return ['failed'];
  // A declined card leaves the session open.
  if (state !== 'paid') return ['pending', 'failed'];
  if (disputes.some(({ isActive }) => isActive)) return ['disputed'];
  const refunded = sumAmounts(refunds.filter(({ isActive }) => isActive));
  if (refunded === 0) return ['paid'];
  return refunded === PACKS[pack].amount ? ['refunded'] : ['partly_refunded'];
}

/** Entries that are also booked on a closed account, because they record what happened at Stripe. */
const PAYMENT_KINDS: ReadonlySet<string> = new Set([
  'purchase',
  'collect',
  'clawback',
  'restore',
  'carry',
  'closed',
]);

async function checkDeletedAccount(
  { inspector }: TestEnvironment,
  { userId }: Actor,
  { purchases: payments }: StripePayments,
  { balance, ledger, images, thumbnails }: UserState,
): Promise<string[]> {
  const purchases = await inspector.purchases(userId);
  const closed = ledger.find(({ kind }) => kind === 'closed');
  const late = ledger.filter(
    ({ kind, createdAt }) => !PAYMENT_KINDS.has(kind) && String(createdAt) > String(closed?.['createdAt']),
  );
  // A refund that failed, and a dispute, are left to an operator.
  const isReversed = ({ refunds, disputes }: Purchase) =>
    disputes.length > 0 || refunds.some(({ isActive }) => !isActive);
  const unrefunded = payments.filter((payment) => {
    const entry = ledger.find(({ entryId }) => entryId === `purchase#${payment.sessionId}`);
    const isRefunded = sumAmounts(payment.refunds) === PACKS[payment.pack].amount;
    return entry?.['isLate'] === true && !isRefunded && !isReversed(payment);
  });
  const remaining = { images: images.length, generations: thumbnails.length };
  return [
    ...(closed === undefined ? ['a closed account keeps its credits'] : []),
    // The deletion takes the credits that it finds. The refund of each late payment takes the credits that the payment has added.
    ...(balance === 0 || payments.some(isReversed) ? [] : [`a closed account keeps ${balance} credits`]),
    ...unrefunded.map(({ sessionId }) => `${sessionId} was credited after the deletion and is not refunded`),
    ...late.map(({ entryId }) => `${entryId} was booked on a closed account`),
    ...Object.entries(remaining).flatMap(([what, count]) =>
      count === 0 ? [] : [`${count} ${what} of a closed account remain`],
    ),
    ...(purchases.some((row) => 'receiptUrl' in row) ? ['a receipt of a closed account remains'] : []),
  ];
}
