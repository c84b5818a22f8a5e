import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it } from 'vitest';
import { listAccounts } from '../../../functions/accounts/welcomed-addresses-table.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { timedOut } from '../support/aws-errors.ts';
import { UNEXPECTED_ERROR } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { createFullUser, failService, images, prepareServices, signIns } from './support/deletion.ts';
import { thumbnailItem } from './support/items.ts';
import { requestCheckout, listSessions } from './support/payments.ts';
import { cognito } from './support/services.ts';
import { answerList, controls, failStripe, requestedPaths, SERVER_ERROR } from './support/stripe.ts';

let user: string;
let pendingId: string;
const deleteAccount = (sub = user) => callEndpoint('deleteAccount', sub);
const listImages = (userId: string) => [...images].filter((key) => key.includes(userId));

/** Everything of the user is erased except the ledger and the purchases, which no longer identify a person. */
async function expectErased(): Promise<void> {
  expect(listImages(user)).toEqual([]);
  expect(await db.listItems('thumbnails', user)).toEqual([]);
  expect(await db.findUserItem(user)).toEqual({
    id: user,
    packs: {},
    credits: 0,
    createdAt: db.OPENED_AT,
    closedAt: expect.stringMatching(/^20.*Z$/) as string,
    closing: 'yes',
  });
  expect(await db.listItems('brandKits', user)).toEqual([]);
  const amounts = await db.ledgerAmounts(user);
  expect(db.sum(amounts)).toBe(0);
  expect(amounts).toMatchObject({ 'purchase#cs_1': 10, [`refund#${pendingId}`]: 1, closed: -8 });
  const purchases = await db.listItems('purchases', user);
  expect(purchases.map(({ id, state, credits }) => [id, state, credits])).toEqual([
    ['cs_1', 'paid', 10],
    ['cs_2', 'paid', 10],
    ['cs_3', 'pending', 10],
  ]);
  expect(JSON.stringify(purchases)).not.toContain('receipt');
  expect(await listAccounts(`mailbox-of-${user}`)).toEqual([user]);
}

async function expectDeleted(): Promise<void> {
  expect(signIns.has(user)).toBe(false);
  await expectErased();
}

beforeEach(async () => {
  prepareServices();
  ({ user, pendingId } = await createFullUser());
  db.resetCalls();
});

describe('DELETE /api/account', () => {
  it('erases images, prompts, credits and the sign-in, and keeps the ledger and the purchases', async () => {
    expect(await deleteAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectDeleted();
    expect(cognito.commandCalls(AdminDeleteUserCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { UserPoolId: 'us-west-2_Pool', Username: user },
    ]);
  });

  it('takes the names from the keys, which say why they are refused until they expire', async () => {
    const key = { userId: user, name: 'Upload script', hash: 'hash', createdAt: db.OPENED_AT };
    await db.putItem('apiKeys', { ...key, keyId: 'key-1', lastUsed: '2026-11-20' });

    await deleteAccount();

    const { name: _, ...kept } = key;
    expect(await db.scanItems('apiKeys')).toEqual([
      { ...kept, keyId: 'key-1', expiresAt: expect.any(Number) as number },
    ]);
  });

  it('closes the account with its first call, and deletes the sign-in last', async () => {
    db.interceptCall({
      after: async () => expect(await db.findUserItem(user)).toHaveProperty('closedAt'),
    });
    failService('the deletion of the sign-in', timedOut());

    expect(await deleteAccount()).toMatchObject(UNEXPECTED_ERROR);

    await expectErased();
    expect(signIns.has(user)).toBe(true);
  });

  it('does not change the data of another user', async () => {
    const { user: other } = await createFullUser();
    const readData = async () => [
      listImages(other),
      await db.findUserItem(other),
      await Promise.all(
        (['thumbnails', 'ledger', 'purchases', 'brandKits'] as const).map((table) =>
          db.listItems(table, other),
        ),
      ),
    ];
    const before = await readData();

    await deleteAccount();

    expect(await readData()).toEqual(before);
    expect(signIns.has(other)).toBe(true);
  });

  it('answers the same and keeps the closing time when it is repeated', async () => {
    await deleteAccount();
    const { closedAt } = (await db.findUserItem(user)) ?? {};

    expect(await deleteAccount()).toMatchObject({ status: 200, body: { closed: true } });

    await expectDeleted();
    expect(await db.findUserItem(user)).toMatchObject({ closedAt });
  });

  it('creates a closed account for a user without an account, so that their token cannot open it later', async () => {
    const unknown = db.newUser();

    expect(await deleteAccount(unknown)).toMatchObject({ status: 200 });

    expect(await db.findUserItem(unknown)).toMatchObject({
      credits: 0,
      closedAt: expect.any(String) as string,
    });
    expect(await db.ledgerAmounts(unknown)).toEqual({ closed: 0 });
  });

  it('takes the balance as it is when it changes concurrently', async () => {
    // The first transaction is the refund of the pending generation.
    db.interceptCall({ operation: 'TransactWriteItems', skip: 1, before: () => db.changeBalance(user, -5) });

    await deleteAccount();

    expect(await db.readBalance(user)).toBe(0);
    expect(await db.ledgerAmounts(user)).toMatchObject({ closed: -3 });
  });

  it('does not refund a generation that succeeds just before the deletion fails it', async () => {
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: () => db.putItem('thumbnails', thumbnailItem(user, pendingId, 'succeeded')),
    });

    await deleteAccount();

    expect(await db.listItems('thumbnails', user)).toEqual([]);
    const amounts = await db.ledgerAmounts(user);
    expect(amounts).toMatchObject({ closed: -7 });
    expect(amounts).not.toHaveProperty(`refund#${pendingId}`);
  });

  it('deletes a record that does not match its schema', async () => {
    await db.putItem('thumbnails', { ...thumbnailItem(user, 'invalid', 'succeeded'), width: 'wide' });

    await deleteAccount();

    await expectDeleted();
  });

  it('deletes all thumbnails of an account that has more of them than one batch of deletions', async () => {
    const ids = Array.from({ length: 60 }, () => db.newGeneration());
    await Promise.all(ids.map((id) => db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded'))));

    await deleteAccount();

    expect(await db.listItems('thumbnails', user)).toEqual([]);
  });
});

describe('an interrupted account deletion', () => {
  it('answers 500, keeps the sign-in and is completed by a retry, whichever call to DynamoDB fails', async () => {
    db.setPageSize(2);
    await deleteAccount();
    const failures = db.listFailures();
    expect(failures.length).toBeGreaterThan(12);

    for (const { skip, isWritten } of failures) {
      ({ user, pendingId } = await createFullUser());
      db.setPageSize(2);
      db.failCall(timedOut(), { skip, isWritten });

      expect(await deleteAccount(), `call ${skip}`).toMatchObject(UNEXPECTED_ERROR);
      expect(signIns.has(user), `call ${skip}`).toBe(true);
      expect(await deleteAccount()).toMatchObject({ status: 200 });

      await expectDeleted();
    }
  });

  it.each(['the list of images', 'the deletion of images', 'the deletion of the sign-in'] as const)(
    'is completed by a retry when %s fails',
    async (service) => {
      failService(service, timedOut());

      expect(await deleteAccount()).toMatchObject({ status: 500 });
      expect(signIns.has(user)).toBe(true);
      expect(await deleteAccount()).toMatchObject({ status: 200 });

      await expectDeleted();
    },
  );

  it('keeps the records and the sign-in when S3 reports images that it did not delete', async () => {
    failService('the deletion of images', { Errors: [{ Key: 'x', Code: 'InternalError' }] });

    expect(await deleteAccount()).toMatchObject({ status: 500 });

    expect(await db.listItems('thumbnails', user)).toHaveLength(3);
    expect(signIns.has(user)).toBe(true);
  });
});

describe('the open checkout sessions of a deleted account', () => {
  it('are expired, so that no tab can pay them', async () => {
    const buyer = await openTwoSessions();
    const other = db.newUser();
    await db.putUser(other, 0);
    await requestCheckout(other, { requestId: other });

    expect(await deleteAccount(buyer)).toMatchObject({ status: 200 });

    expect(sessionStates(buyer)).toEqual(['expired', 'expired']);
    expect(sessionStates(other)).toEqual(['open']);
    expect(await db.findUserItem(buyer)).not.toHaveProperty('stripeCustomerId');
  });

  type Sessions = ReturnType<typeof listSessions>;
  const listAs = (...sessions: object[]) => answerList(SESSIONS, sessions, { times: 1 });
  const MISSING = { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' };

  it.each<[string, (sessions: Sessions) => void, string[], boolean?]>([
    [
      'that completed after they were listed do not stop the others',
      ([paid, open]) => {
        controls.pay(paid?.id ?? '');
        listAs({ ...paid }, { ...open, status: 'open' });
      },
      ['complete', 'expired'],
    ],
    [
      'of another product stay open',
      ([own, foreign]) => listAs({ ...own }, { ...foreign, metadata: {} }),
      ['expired', 'open'],
    ],
    [
      'are not listed for a customer that was deleted at Stripe',
      () => failStripe({ status: 400, body: { error: MISSING } }, { path: SESSIONS }),
      ['open', 'open'],
    ],
    [
      'are expired later when Stripe refuses to expire a session',
      () => failStripe(SERVER_ERROR, { path: '/expire' }),
      ['open', 'open'],
      true,
    ],
  ])('%s', async (_, prepare, states, isRepeated = false) => {
    const buyer = await openTwoSessions();
    prepare(listSessions(buyer));

    expect(await deleteAccount(buyer)).toMatchObject({ status: 200 });

    expect(sessionStates(buyer)).toEqual(states);
    // finish-closings needs the customer to repeat the step.
    expect('stripeCustomerId' in ((await db.findUserItem(buyer)) ?? {})).toBe(isRepeated);
  });

  it('do not delay the deletion while Stripe fails', async () => {
    failStripe(SERVER_ERROR);

    expect(await deleteAccount()).toMatchObject({ status: 200, body: { closed: true } });

    expect(signIns.has(user)).toBe(false);
    expect(listImages(user)).toEqual([]);
    // finish-closings needs it to repeat the step.
    expect(await db.findUserItem(user)).toMatchObject({ stripeCustomerId: 'cus_1', closing: 'yes' });
  });

  it("do not let one user use up Stripe's rate limit with repeated requests while Stripe fails", async () => {
    failStripe(SERVER_ERROR);
    const allowed = Array.from({ length: RATE_LIMITS.deletions.maximum }, () => 200);

    const statuses: (number | undefined)[] = [];
    for (let sent = 0; sent < allowed.length + 2; sent += 1) statuses.push((await deleteAccount()).status);

    expect(requestedPaths()).toHaveLength(allowed.length);
    expect(statuses).toEqual([...allowed, 429, 429]);
  });

  const SESSIONS = '/v1/checkout/sessions';

  /** @returns the user. */
  async function openTwoSessions(): Promise<string> {
    const buyer = db.newUser();
    await db.putUser(buyer, 0);
    for (const [index, priceId] of ['price_pro', 'price_elite'].entries()) {
      await requestCheckout(buyer, { requestId: `${buyer}-${index}`, body: { priceId } });
    }
    return buyer;
  }

  const sessionStates = (userId: string) => listSessions(userId).map(({ status }) => status);
});
