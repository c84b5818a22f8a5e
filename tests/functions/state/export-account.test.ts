import { beforeEach, expect, it } from 'vitest';
import { exportAccountResponse } from '#contract/endpoints/account-export.ts';
import { BRAND, DESIGN } from '../../support/designs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

const PURCHASE = {
  pack: 'Starter',
  credits: 10,
  amount: 350,
  currency: 'gbp',
  state: 'paid',
  createdAt: db.OPENED_AT,
};

const SET = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const REFERENCE = { kind: 'thumbnail', id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', use: 'style' };

let user: string;
const exportPage = async (query: Record<string, string> = {}) => {
  const claims = { email: 'creator@example.com', email_verified: 'true' };
  const { status, body } = await callEndpoint('exportAccount', user, { claims, query });
  expect(status).toBe(200);
  const page = exportAccountResponse.parse(body);
  // The schema drops what it does not know.
  expect(body).toEqual(page);
  return page;
};

beforeEach(() => {
  user = db.newUser();
});

it('contains the account, its ledger, its purchases and its thumbnails, and nothing of another user', async () => {
  const [succeeded, failed] = [db.newGeneration(), db.newGeneration()];
  const other = db.newUser();
  await db.putUser(user, 12, { suspendedAt: db.OPENED_AT });
  await db.putItem('ledger', ledgerItem(user, 'grant', 'g-1', 2, { by: 'operator', why: 'sorry' }));
  const newer = { ...PURCHASE, createdAt: '2026-11-20T10:00:00.000Z' };
  await db.putItem('purchases', { ...PURCHASE, userId: user, id: 'cs_1', revision: 2 });
  await db.putItem('purchases', { ...newer, userId: user, id: 'cs_0', revision: 2 });
  await db.putItem(
    'thumbnails',
    thumbnailItem(user, succeeded, 'succeeded', {
      negativePrompt: 'fog',
      name: 'My castle',
      favorite: 'winner',
      reference: REFERENCE,
      setId: SET,
      design: JSON.stringify(DESIGN),
    }),
  );
  await db.putItem('thumbnails', thumbnailItem(user, failed, 'failed', { setId: SET }));
  await db.putItem('brandKits', { userId: user, brand: JSON.stringify(BRAND), version: 1 });
  await db.putItem('ledger', ledgerItem(other, 'welcome', 'sign-up', 3));
  await db.putItem('purchases', { ...PURCHASE, userId: other, id: 'cs_2', revision: 2 });
  await db.putItem('thumbnails', thumbnailItem(other, db.newGeneration(), 'succeeded'));

  const key = { name: 'Upload script', hash: 'hash', createdAt: db.OPENED_AT, lastUsed: '2026-11-20' };
  await db.putItem('apiKeys', { ...key, keyId: 'key-1', userId: user });
  await db.putItem('apiKeys', { ...key, keyId: 'key-2', userId: other });

  const page = await exportPage();

  expect(page).toEqual({
    account: {
      id: user,
      email: 'creator@example.com',
      credits: 12,
      packs: [],
      createdAt: db.OPENED_AT,
      suspendedAt: db.OPENED_AT,
    },
    // Without the operator.
    ledger: [{ createdAt: page.ledger[0]?.createdAt, kind: 'grant', amount: 2, ref: 'g-1', why: 'sorry' }],
    olderLedgerEntries: 0,
    purchases: [
      { ...newer, id: 'cs_0' },
      { ...PURCHASE, id: 'cs_1' },
    ],
    brand: BRAND,
    cutouts: [],
    edits: [],
    keys: [{ id: 'key-1', name: 'Upload script', createdAt: db.OPENED_AT, lastUsed: '2026-11-20' }],
    thumbnails: expect.arrayContaining([
      expect.objectContaining({
        id: succeeded,
        status: 'succeeded',
        prompt: 'a castle',
        negativePrompt: 'fog',
        name: 'My castle',
        favorite: 'winner',
        reference: REFERENCE,
        setId: SET,
        design: DESIGN,
        url: expect.stringContaining(`images/${user}/${succeeded}.png`) as string,
      }),
      expect.objectContaining({ id: failed, status: 'failed', prompt: 'a castle', setId: SET }),
    ]) as unknown,
  });
  expect(page.thumbnails).toHaveLength(2);
});

it('continues after each page until all thumbnails are exported, and has the ledger only once', async () => {
  const ids = [db.newGeneration(), db.newGeneration(), db.newGeneration()];
  await db.putUser(user, 1);
  for (const id of ids) await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
  await db.putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));
  await db.putItem('purchases', { ...PURCHASE, userId: user, id: 'cs_1', revision: 2 });
  db.setPageSize(2);

  const first = await exportPage();
  const second = await exportPage({ cursor: String(first.cursor) });

  expect([first.ledger.length, second.ledger]).toEqual([1, []]);
  expect([first.purchases, second.purchases]).toEqual([[{ ...PURCHASE, id: 'cs_1' }], []]);
  expect([first.brand, second.brand]).toEqual([{ colors: [], layouts: [] }, undefined]);
  expect(second.cursor).toBeUndefined();
  expect([...first.thumbnails, ...second.thumbnails].map(({ id }) => id).sort()).toEqual(ids.sort());
});

it('tells which credits are due, and where they come from', async () => {
  const welcomeDueAt = '2026-11-22T00:00:00.000Z';
  await db.putUser(user, 0, { shortfall: 6, welcomeDueAt });
  const clawback = { pack: 'starter', packCredits: -10, shortfall: 6 };
  await db.putItem('ledger', ledgerItem(user, 'clawback', 're_1', -4, clawback));

  const { account, ledger } = await exportPage();

  expect(account).toMatchObject({ credits: 0, creditsDue: 6, welcomeDueAt });
  expect(ledger).toEqual([
    {
      createdAt: ledger[0]?.createdAt,
      kind: 'clawback',
      amount: -4,
      shortfall: 6,
      pack: 'starter',
      ref: 're_1',
    },
  ]);
});

it('is empty for a user without an account', async () => {
  expect(await exportPage()).toMatchObject({ account: { id: user, credits: 0 }, ledger: [], thumbnails: [] });
});
