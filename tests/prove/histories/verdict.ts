import { PACKS } from '../../../contract/packs.ts';
import { listPurchasesResponse, listThumbnailsResponse } from '../../../contract/schemas.ts';
import type { Audit, LedgerRow, ThumbnailRow } from '../../support/audit.ts';
import { violationsOf } from '../../support/violations.ts';
import { callAs, type Reply } from '../call.ts';
import type { Person } from './person.ts';
import type { Purchase, Shop, Taking } from './shop.ts';
import type { Stage } from './stage.ts';

const WELCOME = 3;

/** What the tables and the bucket hold of one user, read once. */
interface Left {
  ledger: readonly LedgerRow[];
  records: readonly ThumbnailRow[];
  images: readonly string[];
  balance: number;
  closed: boolean;
}

/** Every promise that a history broke, a sentence each: the invariants, and what this person was told and has paid. */
export async function brokenPromises(stage: Stage, person: Person, shop: Shop): Promise<string[]> {
  const { audit } = stage;
  const { userId } = person;
  const [ledger, records, images, balance, closed] = await Promise.all([
    audit.ledger(userId),
    audit.thumbnails(userId),
    audit.images(userId),
    audit.balance(userId),
    audit.closed(userId),
  ]);
  const left = { ledger, records, images, balance, closed };
  return [
    ...(await violationsOf(whatIsLeft(audit, left), userId)),
    ...(await wrongPictures(person, left)),
    ...shop.outstanding().map((id) => `Stripe's event ${id} was never taken`),
    ...shop.purchases.flatMap((purchase) => wrongPurchase(purchase, ledger)),
    ...wrongGrants(person, ledger),
    ...wrongWelcome(person, left),
    ...(closed ? await leftOfClosed(stage, person, left) : await wrongAnswers(stage, person, shop, left)),
    ...(person.closed && !closed ? ['the account was said to be closed, and is open'] : []),
  ];
}

/** The same audit, which looks no second time at what has been read. */
function whatIsLeft(audit: Audit, { ledger, records, images, balance, closed }: Left): Audit {
  return {
    ...audit,
    ledger: () => Promise.resolve([...ledger]),
    thumbnails: () => Promise.resolve([...records]),
    images: () => Promise.resolve([...images]),
    balance: () => Promise.resolve(balance),
    closed: () => Promise.resolve(closed),
  };
}

/** What was said of each generation, and what became of it. */
async function wrongPictures({ generations }: Person, { records, ledger, closed }: Left): Promise<string[]> {
  const found: string[] = [];
  for (const [id, replies] of generations) {
    const delivered = replies.some(({ status }) => status === 200);
    const status = records.find(({ generationId }) => generationId === id)?.status;
    if (delivered && !closed && status !== 'succeeded') {
      found.push(`generation ${id} was delivered, and its record is ${status ?? 'missing'}`);
    }
    const cost = ledger
      .filter(({ entryId }) => entryId.endsWith(`#${id}`))
      .reduce((sum, { amount }) => sum - amount, 0);
    if (replies.every(saidNothingTaken) && cost !== 0) {
      found.push(`generation ${id} took ${cost} though every answer said that nothing was taken`);
    }
  }
  const delivered = [...generations.values()].flat().find(({ status }) => status === 200);
  if (delivered !== undefined && !closed && !(await canBeFetched(delivered))) {
    found.push('a picture that was delivered cannot be fetched');
  }
  return found;
}

function saidNothingTaken({ status, body }: Reply): boolean {
  return status === 402 || /no credit was taken|nothing was charged/.test(String(body['error']));
}

async function canBeFetched({ body }: Reply): Promise<boolean> {
  const response = await fetch(String(body['imageURL']));
  await response.arrayBuffer();
  return response.ok;
}

/** What a purchase moved against what is true at Stripe. */
function wrongPurchase(
  { sessionId, pack, state, refunds, disputes }: Purchase,
  ledger: readonly LedgerRow[],
) {
  const { credits, amount: price } = PACKS[pack];
  const amountOf = (entryId: string) => ledger.find((row) => row.entryId === entryId)?.amount ?? 0;
  const bought = amountOf(`purchase#${sessionId}`);
  if (bought !== (state === 'paid' ? credits : 0)) return [`${sessionId} is ${state}, and bought ${bought}`];
  const found: string[] = [];
  const takings = [...refunds, ...disputes];
  for (const { id, stands } of takings) {
    const [taken, restored] = [-amountOf(`clawback#${id}`), amountOf(`restore#${id}`)];
    const expected = stands ? 0 : taken;
    if (restored !== expected) found.push(`${id} took ${taken} and gave back ${restored}`);
  }
  const standing = takings.filter(({ stands }) => stands);
  const asked = standing.reduce((sum, { id }) => sum + askedFor(id, ledger), 0);
  const due = Math.floor((credits * Math.min(price, sumOf(standing))) / price);
  // What was taken for one cause stays as it was taken when another falls away: parts round by themselves then.
  const slack = standing.length === takings.length || due === credits ? 0 : takings.length;
  if (Math.abs(asked - due) > slack || asked > credits) {
    found.push(
      `${sessionId}: ${asked} of ${credits} were taken back or found missing, where ${due} were due`,
    );
  }
  return found;
}

const sumOf = (takings: readonly Taking[]) => takings.reduce((sum, { amount }) => sum + amount, 0);

/** What was taken for a refund or dispute, and what was found missing. */
function askedFor(id: string, ledger: readonly LedgerRow[]): number {
  const row = ledger.find(({ entryId }) => entryId === `clawback#${id}`);
  return row === undefined ? 0 : -row.amount + Number(row['shortfall']);
}

function wrongGrants({ grants }: Person, ledger: readonly LedgerRow[]): string[] {
  return [...grants].flatMap(([id, answers]) => {
    const granted = answers.some((answer) => kindOf(answer) === 'granted');
    const isThere = ledger.some(({ entryId }) => entryId === `grant#${id}`);
    return granted && !isThere ? [`grant ${id} was granted, and is not in the ledger`] : [];
  });
}

function kindOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'kind' in answer ? answer.kind : undefined;
}

function wrongWelcome({ self }: Person, { ledger, closed }: Left): string[] {
  const given = ledger.filter(({ kind }) => kind === 'welcome').reduce((sum, { amount }) => sum + amount, 0);
  const due = self.email === undefined ? 0 : WELCOME;
  // Who left before their first look has had none.
  return given === due || (closed && given === 0) ? [] : [`the welcome was ${given}, not ${due}`];
}

/** What an open account's owner reads, against the tables. */
async function wrongAnswers(
  { cloud }: Stage,
  { self }: Person,
  shop: Shop,
  { balance, records }: Left,
): Promise<string[]> {
  const [credits, list, purchases] = await Promise.all([
    callAs(cloud, self, 'readCredits'),
    callAs(cloud, self, 'listThumbnails'),
    callAs(cloud, self, 'listPurchases'),
  ]);
  const found: string[] = [];
  if (credits.body['credits'] !== balance) found.push(`the balance reads ${JSON.stringify(credits.body)}`);
  const { thumbnails } = listThumbnailsResponse.parse(list.body);
  const succeeded = records.filter(({ status }) => status === 'succeeded').map((row) => row.generationId);
  if (String(thumbnails.map(({ id }) => id).sort()) !== String(succeeded.sort())) {
    found.push(`the list shows ${thumbnails.length} of ${succeeded.length} pictures`);
  }
  for (const { id, state } of listPurchasesResponse.parse(purchases.body).purchases) {
    const expected = shop.purchases.find(({ sessionId }) => sessionId === id);
    if (expected !== undefined && !statesOf(expected).includes(state)) {
      found.push(`${id} reads ${state}, where Stripe says ${JSON.stringify(expected)}`);
    }
  }
  return found;
}

/** What a purchase's owner may read of it. */
function statesOf({ state, pack, refunds, disputes }: Purchase): string[] {
  if (state === 'failed') return ['failed'];
  // A declined card leaves the session open.
  if (state !== 'paid') return ['pending', 'failed'];
  if (disputes.some(({ stands }) => stands)) return ['disputed'];
  const returned = sumOf(refunds.filter(({ stands }) => stands));
  if (returned === 0) return ['paid'];
  return returned === PACKS[pack].amount ? ['refunded'] : ['partly_refunded'];
}

/** What is booked on a closed account, too: Stripe has the money. */
const PAYMENTS: ReadonlySet<string> = new Set(['purchase', 'clawback', 'restore', 'closed']);

/** What must not be left of a closed account. */
async function leftOfClosed(
  { tables }: Stage,
  { userId }: Person,
  { images, records, ledger }: Left,
): Promise<string[]> {
  const purchases = await tables.purchases(userId);
  const closing = ledger.find(({ kind }) => kind === 'closed');
  const late = ledger.filter(
    ({ kind, createdAt }) => !PAYMENTS.has(kind) && String(createdAt) > String(closing?.['createdAt']),
  );
  return [
    ...(closing === undefined ? ['a closed account keeps its credits'] : []),
    ...late.map(({ entryId }) => `${entryId} was booked on a closed account`),
    ...(images.length > 0 ? [`${images.length} pictures of a closed account are left`] : []),
    ...(records.length > 0 ? [`${records.length} generations of a closed account are left`] : []),
    ...(purchases.some((row) => 'receiptUrl' in row) ? ['a receipt of a closed account is left'] : []),
  ];
}
