import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/api/read-credits.ts';
import { timedOut } from '../support/aws-errors.ts';
import { call, UNEXPECTED_ERROR } from '../support/event.ts';
import * as db from './support/database.ts';
import { ledgerItem } from './support/items.ts';

const CLOSED_AT = '2026-11-21T09:00:00.000Z';

const WELCOME_DUE = { credits: 0, welcomeDueAt: expect.any(String) as string };

let user: string;
let email: string;
const verified = () => ({ sub: user, email, email_verified: 'true' });
/** An access token has no address. */
const withoutAddress = () => ({ sub: user });
const openAccount = () => ({ id: user, packs: {}, createdAt: db.OPENED_AT, mailbox: `mailbox-of-${user}` });
const read = (claims: Record<string, string> | undefined = verified()) => call(handler, { claims });

beforeEach(() => {
  user = db.newUser();
  email = `${user}@gmail.com`;
});

describe('GET /api/credits', () => {
  it.each([0, 3, 1_000_000])('answers a balance of %i with one read', async (credits) => {
    await db.putUser(user, credits);

    const { status, body } = await read();

    expect({ status, body }).toEqual({ status: 200, body: { credits } });
    expect(db.operations()).toEqual(['GetItem']);
    expect(db.callInputs('GetItem')).toMatchObject([{ ConsistentRead: true }]);
  });

  it('answers the credits that a refunded payment left due', async () => {
    await db.putUser(user, 0, { shortfall: 7 });

    expect(await read()).toMatchObject({ status: 200, body: { credits: 0, creditsDue: 7 } });
  });

  it('opens the account with the welcome credits when the user has no account yet', async () => {
    expect(await read()).toMatchObject({ status: 200, body: { credits: 3 } });
    expect(await db.ledgerAmounts(user)).toEqual({ welcome: 3 });
    expect(await db.findUserItem(user)).toMatchObject({ credits: 3 });
  });

  it('answers the stored balance when a concurrent request opened the account first', async () => {
    db.interceptCall({
      operation: 'TransactWriteItems',
      before: async () => {
        await db.putUser(user, 2);
        await db.putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));
      },
    });

    expect((await read()).body).toEqual({ credits: 2 });
  });

  it('answers 0 and opens no second account when the account item is gone but its ledger exists', async () => {
    await read();
    await db.deleteUserItem(user);

    expect((await read()).body).toEqual({ credits: 0 });
    expect(await db.findUserItem(user)).toBeUndefined();
  });

  it.each([
    [
      'DynamoDB fails',
      async () => {
        await db.putUser(user, 3);
        db.failCall(new InternalServerError({ message: 'secret', $metadata: {} }));
      },
    ],
    ['the balance is not a number', () => db.putUser(user, 0, { credits: '3' })],
    ['the balance is not whole', () => db.putUser(user, 0.5)],
  ])('answers 500 without internal details when %s', async (_, prepare) => {
    await prepare();

    const { status, body } = await read();

    expect({ status, body }).toEqual(UNEXPECTED_ERROR);
  });
});

describe('the deferred welcome credits of an account', () => {
  it('stay due while the token contains no address', async () => {
    expect((await read(withoutAddress())).body).toEqual({ credits: 0 });
    expect((await read(withoutAddress())).body).toEqual({ credits: 0 });

    expect(await db.findUserItem(user)).toMatchObject(WELCOME_DUE);
  });

  it('are granted once, at the first request with a verified address', async () => {
    await db.putUser(user, 10, { welcomeDueAt: db.OPENED_AT });

    expect((await read()).body).toEqual({ credits: 13 });
    expect((await read()).body).toEqual({ credits: 13 });
    expect(await db.ledgerAmounts(user)).toEqual({ 'welcome#late': 3 });
    expect(await db.findUserItem(user)).toEqual({ ...openAccount(), credits: 13 });
  });

  it.each([
    ['when another account of the same address already received them', () => `${user}@gmail.com`],
    ['to an address of a disposable domain', () => 'creator@mailinator.com'],
  ])('are not granted %s, and not due any more', async (_, getEmail) => {
    email = getEmail();
    await call(handler, { claims: { ...verified(), sub: db.newUser() } });
    await db.putUser(user, 10, { welcomeDueAt: db.OPENED_AT });

    expect((await read()).body).toEqual({ credits: 10 });
    expect(await db.findUserItem(user)).toEqual({ ...openAccount(), credits: 10 });
    expect(await db.ledgerAmounts(user)).toEqual({});
  });

  it.each([
    ['false', { email_verified: 'false' }],
    ['absent', {}],
  ])(
    'are not granted when email_verified is %s, because the address may belong to another user',
    async (_, claim) => {
      await db.createTables();
      await db.putUser(user, 0, { welcomeDueAt: db.OPENED_AT });

      expect((await read({ sub: user, email, ...claim })).body).toEqual({ credits: 0 });

      expect(await db.findUserItem(user)).toMatchObject(WELCOME_DUE);
      expect(await db.scanItems('welcomedAddresses')).toEqual([]);
    },
  );

  it('are not granted to an account that is closed concurrently', async () => {
    const closed = { welcomeDueAt: db.OPENED_AT, closedAt: CLOSED_AT };
    await db.putUser(user, 0, { welcomeDueAt: db.OPENED_AT });
    db.interceptCall({ operation: 'TransactWriteItems', before: () => db.putUser(user, 0, closed) });

    expect((await read()).body).toEqual({ credits: 0 });
    expect(await db.findUserItem(user)).toMatchObject({ credits: 0 });
    expect(await db.ledgerAmounts(user)).toEqual({});
  });

  it('are granted exactly once when any call fails or loses its response and the request is repeated', async () => {
    await db.putItem('welcomedAddresses', { id: 'salt', salt: 'c2FsdA==' });
    await db.putUser(user, 0, { welcomeDueAt: db.OPENED_AT });
    await read();
    const failures = db.listFailures();

    for (const { skip, isWritten } of failures) {
      user = db.newUser();
      email = `${user}@gmail.com`;
      await db.putUser(user, 0, { welcomeDueAt: db.OPENED_AT });
      db.failCall(timedOut(), { skip, isWritten });

      expect(await read(), `call ${skip}`).toMatchObject({ status: 500 });
      expect((await read()).body, `call ${skip}`).toEqual({ credits: 3 });
      expect(await db.findUserItem(user)).toEqual({ ...openAccount(), credits: 3 });
      expect(await db.ledgerAmounts(user)).toEqual({ 'welcome#late': 3 });
    }
  });
});
