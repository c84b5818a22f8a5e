import { isDeepStrictEqual } from 'node:util';
import { listThumbnailsResponse } from '#contract/endpoints/schemas.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { findStateViolations, readUserState } from '../../support/invariants.ts';
import { invokeEndpoint } from '../api.ts';
import type { Actor } from '../histories/actor.ts';
import { checkPurchase } from '../histories/check-purchases.ts';
import type { Run } from '../histories/run-history.ts';
import { nameRow, type Rows, type StoredRow } from './stage-rows.ts';

/** The rows of a stage before and after its restoration. */
export interface Before {
  /** The rows at the time that was restored to. */
  copy: Rows;
  /** The rows before the damage. */
  current: Rows;
  /** The rows after the restoration, before anything else. */
  restored: Rows;
  /** The names of the rows that were lost. */
  lost: ReadonlySet<string>;
}

const ofUser = (rows: readonly StoredRow[], userId: string) =>
  rows.filter((row) => row['userId'] === userId || row['id'] === userId);

/** Checks the users of a run after everything that was unfinished is complete. @returns a sentence each. */
export async function checkRestored(run: Run, before: Before): Promise<string[]> {
  const { environment, actor, heir, stripe } = run;
  const actors = [actor, heir.actor];
  const ledger = (await Promise.all(actors.map(({ userId }) => environment.inspector.ledger(userId)))).flat();
  const carried = ledger
    .filter(({ kind }) => kind === 'carry')
    .reduce((sum, row) => sum + Number(row['shortfall']), 0);
  const users = await Promise.all(actors.map((each) => checkUser(environment, each, before)));
  return [
    ...users.flat(),
    ...stripe.purchases.flatMap((purchase) => checkPurchase(purchase, ledger)),
    ...(carried === 0 ? [] : [`${carried} credits of a shortfall appeared between two accounts`]),
  ];
}

async function checkUser(environment: TestEnvironment, actor: Actor, before: Before): Promise<string[]> {
  const { userId } = actor;
  const rows = {
    copy: ofUser(before.copy.users, userId)[0],
    current: ofUser(before.current.users, userId)[0],
    restored: ofUser(before.restored.users, userId)[0],
  };
  if (rows.restored === undefined) {
    return rows.copy === undefined ? [] : [`the account ${userId} is lost`];
  }
  const isClosed = rows.current?.['closedAt'] !== undefined;
  if ((rows.restored['closedAt'] !== undefined) !== isClosed)
    return [`the account ${userId} was ${isClosed ? 'closed and is open' : 'open and is closed'}`];
  const state = await readUserState(environment.inspector, userId);
  const isLost = before.lost.has(nameRow('users', { id: userId }));
  return [
    ...findStateViolations(state),
    ...checkEntries(userId, before),
    ...(isClosed
      ? await checkClosed(environment, userId, state.thumbnails.length + state.images.length)
      : checkThumbnails(userId, before)),
    ...(isClosed || isLost ? [] : checkAccess(rows.current ?? {}, rows.restored)),
    ...(isClosed ? [] : checkMailbox(rows.restored, before.restored)),
    ...(await checkVisible(environment, actor, isClosed)),
  ].map((violation) => `${userId}: ${violation}`);
}

/** Every entry of that time is back, no other one but welcomes and grants stays, and no grant that was not lost is missing. */
function checkEntries(userId: string, { copy, current, restored, lost }: Before): string[] {
  const [old, now, found] = [copy, current, restored].map(({ ledger }) => ofUser(ledger, userId));
  const same = (row: StoredRow, rows: readonly StoredRow[] = []) =>
    rows.find(({ entryId }) => entryId === row['entryId']);
  const missing = old?.filter((row) => !isDeepStrictEqual(same(row, found), row)) ?? [];
  const granted = now?.filter(
    (row) =>
      same(row, old) === undefined &&
      (row['kind'] === 'welcome' || (row['kind'] === 'grant' && Number(row['amount']) > 0)) &&
      !lost.has(nameRow('ledger', row)) &&
      same(row, found) === undefined,
  );
  return [
    ...missing.map(({ entryId }) => `the entry ${String(entryId)} is not back`),
    ...(granted ?? []).map(({ entryId }) => `the entry ${String(entryId)} did not stay`),
  ];
}

/**
 * Checks that thumbnails are as they were, and that thumbnails that were deleted since are not back. A deleted thumbnail may be
 * back only if the damage removed the rows of its deletion: the row of the thumbnail and the rows of its edits.
 */
function checkThumbnails(userId: string, { copy, current, restored, lost }: Before): string[] {
  const [old, now, found] = [copy, current, restored].map(({ thumbnails }) => ofUser(thumbnails, userId));
  const find = (rows: readonly StoredRow[] = [], id: unknown) =>
    rows.find(({ generationId }) => generationId === id);
  return (old ?? []).flatMap((row) => {
    const id = row['generationId'];
    const [later, back] = [find(now, id), find(found, id)];
    if (back === undefined) return [`the thumbnail ${String(id)} is not back`];
    const edits = old?.filter(({ thumbnailId }) => thumbnailId === id) ?? [];
    const isKnown = [row, ...edits].some((each) => {
      const status = find(now, each['generationId'])?.['status'];
      return status === 'deleted' && !lost.has(nameRow('thumbnails', each));
    });
    const isDeleted = later?.['status'] === 'deleted' && isKnown;
    if (isDeleted && (back['status'] !== 'deleted' || 'prompt' in back))
      return [`the thumbnail ${String(id)} was deleted and is ${String(back['status'])}`];
    const hadEnded = row['status'] === 'succeeded' || row['status'] === 'failed';
    return hadEnded && later?.['status'] !== 'deleted' && !isDeepStrictEqual(back, row)
      ? [`the thumbnail ${String(id)} is not as it was`]
      : [];
  });
}

/** Nobody gets access again: sessions that were ended, and suspensions. */
function checkAccess(current: StoredRow, restored: StoredRow): string[] {
  return ['tokensValidFrom', 'suspendedAt', 'operatorActions', 'keyCount']
    .filter((name) => !isDeepStrictEqual(current[name], restored[name]))
    .map((name) => `${name} was ${String(current[name])} and is ${String(restored[name])}`);
}

/** Checks that the mailbox lists its account. Only then do its open amounts count for the next account of the mailbox. */
function checkMailbox({ id, mailbox }: StoredRow, { welcomedAddresses }: Rows): string[] {
  const accounts = welcomedAddresses.find((row) => row['id'] === `accounts#${String(mailbox)}`)?.['accounts'];
  const isKnown = accounts instanceof Set && accounts.has(id);
  return mailbox === undefined || isKnown ? [] : ['the mailbox does not know its account'];
}

async function checkClosed(
  { inspector }: TestEnvironment,
  userId: string,
  remaining: number,
): Promise<string[]> {
  const purchases = await inspector.purchases(userId);
  const account = await inspector.account(userId);
  const links = ['mailbox', 'stripeCustomerId', 'closing'].filter((name) => name in account);
  return [
    ...(remaining === 0 ? [] : [`${remaining} thumbnails and images of a closed account are left`]),
    ...links.map((name) => `a closed account has a ${name}`),
    ...(purchases.some((row) => 'receiptUrl' in row) ? ['a receipt of a closed account is back'] : []),
  ];
}

/** A user sees thumbnails of their own rows only, and a closed account nothing. */
async function checkVisible(
  { cloud, inspector }: TestEnvironment,
  { user }: Actor,
  isClosed: boolean,
): Promise<string[]> {
  const { status, body } = await invokeEndpoint(cloud, user, 'listThumbnails');
  if (isClosed) return status === 200 ? ['a closed account can be read'] : [];
  if (status !== 200) return status === 401 ? [] : [`the list answers ${status}`];
  const own = new Set((await inspector.thumbnails(user.userId)).map(({ generationId }) => generationId));
  return listThumbnailsResponse
    .parse(body)
    .thumbnails.filter(({ id, url }) => !own.has(id) || !url.includes(user.userId))
    .map(({ id }) => `the list shows ${id}, which the user does not have`);
}
