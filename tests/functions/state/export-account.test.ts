import { beforeEach, expect, it } from 'vitest';
import { exportAccountResponse } from '../../../contract/schemas.ts';
import { DESIGN } from '../../support/designs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { newGeneration, newUser, OPENED_AT, putItem, putUser, setPageSize } from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

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
  user = newUser();
});

it('contains the account, its ledger, its purchases and its thumbnails, and nothing of another user', async () => {
  const [succeeded, failed] = [newGeneration(), newGeneration()];
  const other = newUser();
  const purchase = {
    pack: 'Starter',
    credits: 10,
    amount: 350,
    currency: 'gbp',
    state: 'paid',
    createdAt: OPENED_AT,
  };
  await putUser(user, 12, { suspendedAt: OPENED_AT });
  await putItem('ledger', ledgerItem(user, 'grant', 'g-1', 2, { by: 'operator', why: 'sorry' }));
  const newer = { ...purchase, createdAt: '2026-11-20T10:00:00.000Z' };
  await putItem('purchases', { ...purchase, userId: user, id: 'cs_1', revision: 2 });
  await putItem('purchases', { ...newer, userId: user, id: 'cs_0', revision: 2 });
  await putItem(
    'thumbnails',
    thumbnailItem(user, succeeded, 'succeeded', {
      negativePrompt: 'fog',
      reference: { kind: 'video', videoId: 'dQw4w9WgXcQ' },
      design: JSON.stringify(DESIGN),
    }),
  );
  await putItem('thumbnails', thumbnailItem(user, failed, 'failed'));
  await putItem('ledger', ledgerItem(other, 'welcome', 'sign-up', 3));
  await putItem('purchases', { ...purchase, userId: other, id: 'cs_2', revision: 2 });
  await putItem('thumbnails', thumbnailItem(other, newGeneration(), 'succeeded'));

  const page = await exportPage();

  expect(page).toEqual({
    account: {
      id: user,
      email: 'creator@example.com',
      credits: 12,
      createdAt: OPENED_AT,
      suspendedAt: OPENED_AT,
    },
    // Without the operator.
    ledger: [{ createdAt: page.ledger[0]?.createdAt, kind: 'grant', amount: 2, ref: 'g-1', why: 'sorry' }],
    olderLedgerEntries: 0,
    purchases: [
      { ...newer, id: 'cs_0' },
      { ...purchase, id: 'cs_1' },
    ],
    cutouts: [],
    thumbnails: expect.arrayContaining([
      expect.objectContaining({
        id: succeeded,
        status: 'succeeded',
        prompt: 'a castle',
        negativePrompt: 'fog',
        reference: { kind: 'video', videoId: 'dQw4w9WgXcQ' },
        design: DESIGN,
        url: expect.stringContaining(`thumbnails/${user}/${succeeded}.png`) as string,
      }),
      expect.objectContaining({ id: failed, status: 'failed', prompt: 'a castle' }),
    ]) as unknown,
  });
  expect(page.thumbnails).toHaveLength(2);
});

it('continues after each page until all thumbnails are exported, and has the ledger only once', async () => {
  const ids = [newGeneration(), newGeneration(), newGeneration()];
  await putUser(user, 1);
  for (const id of ids) await putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
  await putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));
  setPageSize(2);

  const first = await exportPage();
  const second = await exportPage({ cursor: String(first.cursor) });

  expect([first.ledger.length, second.ledger]).toEqual([1, []]);
  expect(second.cursor).toBeUndefined();
  expect([...first.thumbnails, ...second.thumbnails].map(({ id }) => id).sort()).toEqual(ids.sort());
});

it('is empty for a user without an account', async () => {
  expect(await exportPage()).toMatchObject({ account: { id: user, credits: 0 }, ledger: [], thumbnails: [] });
});
