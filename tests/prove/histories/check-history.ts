import { PACKS } from '../../../contract/packs.ts';
import { listPurchasesResponse, listThumbnailsResponse } from '../../../contract/schemas.ts';
import type { LedgerRow } from '../../support/cloud-inspector.ts';
import { findStateViolations, readUserState, type UserState } from '../../support/invariants.ts';
import { invokeEndpoint, type Reply } from '../api.ts';
import type { TestEnvironment } from '../environment.ts';
import { findReplyViolations } from '../generations.ts';
import { INITIAL_CREDITS } from '../users.ts';
import type { Actor } from './actor.ts';
import type { Purchase, Reversal, StripePayments } from './stripe-payments.ts';

/** Checks the invariants, and the stored state against the responses and the payments. @returns a sentence each. */
export async function checkHistory(
  environment: TestEnvironment,
  actor: Actor,
  stripe: StripePayments,
): Promise<string[]> {
  const state = await readUserState(environment.inspector, actor.userId);
  return [
    ...findStateViolations(state),
    ...(await checkGenerations(actor, state)),
    ...stripe.listUndelivered().map((id) => `the webhook never accepted the event ${id}`),
    ...stripe.purchases.flatMap((purchase) => checkPurchase(purchase, state.ledger)),
    ...checkGrants(actor, state),
    ...checkWelcome(actor, state),
    ...(state.isClosed
      ? await checkDeletedAccount(environment, actor, state)
      : await checkResponses(environment, actor, stripe, state)),
    ...(actor.isDeleted && !state.isClosed ? ['the deletion succeeded, but the account is open'] : []),
  ];
}

async function checkGenerations({ generations }: Actor, state: UserState): Promise<string[]> {
  const violations = [...generations].flatMap(([id, replies]) => findReplyViolations(id, replies, state));
  const delivered = [...generations.values()].flat().find(({ status }) => status === 200);
  const isLost = delivered !== undefined && !state.isClosed && !(await isDownloadable(delivered));
  return isLost ? [...violations, 'a delivered image cannot be downloaded'] : violations;
}

async function isDownloadable({ body }: Reply): Promise<boolean> {
  const response = await fetch(String(body['imageURL']));
  await response.arrayBuffer();
  return response.ok;
}

/** Compares the ledger entries of a purchase with its payment, refunds and disputes. */
function checkPurchase(purchase: Purchase, ledger: readonly LedgerRow[]): string[] {
  const { sessionId, pack, state, refunds, disputes } = purchase;
  const { credits, amount: price } = PACKS[pack];
  const find = (entryId: string) => ledger.find((row) => row.entryId === entryId);
  const findAmount = (entryId: string) => find(entryId)?.amount ?? 0;
  const added = findAmount(`purchase#${sessionId}`);
  if (added !== (state === 'paid' ? credits : 0))
    return [`${sessionId} is ${state} and added ${added} credits`];

  const reversals = [...refunds, ...disputes];
  const violations = reversals.flatMap(({ id, isActive }) => {
    const [deducted, restored] = [-findAmount(`clawback#${id}`), findAmount(`restore#${id}`)];
    return restored === (isActive ? 0 : deducted)
      ? []
      : [`${id} (active: ${isActive}) deducted ${deducted} and restored ${restored} credits`];
  });
  const active = reversals.filter(({ isActive }) => isActive);
  const clawedBack = active.reduce((sum, { id }) => {
    const row = find(`clawback#${id}`);
    return row === undefined ? sum : sum - row.amount + Number(row['shortfall']);
  }, 0);
  const due = Math.floor((credits * Math.min(price, sumAmounts(active))) / price);
  // Each reversal is rounded when it is booked, and not changed when another one ends.
  const tolerance = active.length === reversals.length || due === credits ? 0 : reversals.length;
  if (Math.abs(clawedBack - due) > tolerance || clawedBack > credits) {
    violations.push(`${sessionId}: ${clawedBack} of ${credits} credits were clawed back, ${due} were due`);
  }
  return violations;
}

const sumAmounts = (reversals: readonly Reversal[]) => reversals.reduce((sum, { amount }) => sum + amount, 0);

function checkGrants({ grants }: Actor, { ledger }: UserState): string[] {
  return [...grants].flatMap(([id, replies]) => {
    const isGranted = replies.some((reply) => JSON.stringify(reply ?? null).includes('"kind":"granted"'));
    const isBooked = ledger.some(({ entryId }) => entryId === `grant#${id}`);
    return isGranted && !isBooked ? [`grant ${id} was confirmed, but has no ledger entry`] : [];
  });
}

function checkWelcome({ user }: Actor, { ledger, isClosed }: UserState): string[] {
  const sum = ledger
    .filter(({ kind }) => kind === 'welcome')
    .reduce((total, { amount }) => total + amount, 0);
  const due = user.email === undefined ? 0 : INITIAL_CREDITS;
  // An account that was deleted before its first visit gets no welcome.
  return sum === due || (isClosed && sum === 0) ? [] : [`the welcome was ${sum} instead of ${due}`];
}

/** Compares the API's responses with the stored state. */
async function checkResponses(
  { cloud }: TestEnvironment,
  { user }: Actor,
  stripe: StripePayments,
  { balance, thumbnails }: UserState,
): Promise<string[]> {
  const [credits, list, purchases] = await Promise.all([
    invokeEndpoint(cloud, user, 'readCredits'),
    invokeEndpoint(cloud, user, 'listThumbnails'),
    invokeEndpoint(cloud, user, 'listPurchases'),
  ]);
  const listed = listThumbnailsResponse.parse(list.body).thumbnails.map(({ id }) => id);
  const succeeded = thumbnails.filter(({ status }) => status === 'succeeded').map((row) => row.generationId);
  return [
    ...(credits.body['credits'] === balance
      ? []
      : [`GET /api/credits responds ${JSON.stringify(credits.body)}`]),
    ...(String(listed.sort()) === String(succeeded.sort())
      ? []
      : [`the list shows ${listed.length} of ${succeeded.length} thumbnails`]),
    ...listPurchasesResponse.parse(purchases.body).purchases.flatMap(({ id, state }) => {
      const purchase = stripe.purchases.find(({ sessionId }) => sessionId === id);
      return purchase === undefined || listPossibleStates(purchase).includes(state)
        ? []
        : [`the list shows ${id} as ${state}, but at Stripe it is ${JSON.stringify(purchase)}`];
    }),
  ];
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

/** Entries that are booked on a closed account, too, because they record what happened at Stripe. */
const PAYMENT_KINDS: ReadonlySet<string> = new Set(['purchase', 'clawback', 'restore', 'closed']);

async function checkDeletedAccount(
  { inspector }: TestEnvironment,
  { userId }: Actor,
  { ledger, images, thumbnails }: UserState,
): Promise<string[]> {
  const purchases = await inspector.purchases(userId);
  const closed = ledger.find(({ kind }) => kind === 'closed');
  const late = ledger.filter(
    ({ kind, createdAt }) => !PAYMENT_KINDS.has(kind) && String(createdAt) > String(closed?.['createdAt']),
  );
  const remaining = { images: images.length, generations: thumbnails.length };
  return [
    ...(closed === undefined ? ['a closed account keeps its credits'] : []),
    ...late.map(({ entryId }) => `${entryId} was booked on a closed account`),
    ...Object.entries(remaining).flatMap(([what, count]) =>
      count === 0 ? [] : [`${count} ${what} of a closed account remain`],
    ),
    ...(purchases.some((row) => 'receiptUrl' in row) ? ['a receipt of a closed account remains'] : []),
  ];
}
