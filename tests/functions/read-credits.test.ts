import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/read-credits.ts';
import { callsMade, dynamodb, timedOut } from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import {
  account,
  dropAccount,
  failCall,
  intervene,
  movements,
  openAccount,
  putRow,
  rowsOf,
  tablesWork,
} from './support/tables.ts';

const CLOSED_AT = '2026-11-21T09:00:00.000Z';
/** What an access token tells: no address. */
const withoutAddress = { claims: { sub: USER } };

beforeEach(tablesWork);

describe('GET /api/credits', () => {
  it.each([0, 3, 1_000_000])('answers with a balance of %i, in one consistent read', async (credits) => {
    openAccount(credits);

    const answer = await call(handler);

    expect(answer).toMatchObject({ status: 200, body: { credits } });
    expect(answer.body).toEqual({ credits });
    expect(dynamodb.commandCalls(GetCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        TableName: 'users',
        Key: { id: USER },
        ConsistentRead: true,
      },
    ]);
    expect(callsMade()).toEqual(['GetCommand']);
  });

  it('opens the account with the welcome credits where there is none yet', async () => {
    const answer = await call(handler);

    expect(answer).toMatchObject({ status: 200, body: { credits: 3 } });
    expect(movements()).toEqual({ welcome: 3 });
    expect(account()).toMatchObject({ credits: 3 });
  });

  it('believes the balance, not the welcome, where another request opened the account first', async () => {
    intervene({
      command: 'TransactWriteCommand',
      before: () => {
        openAccount(2);
        putRow('ledger', { userId: USER, entryId: 'welcome', amount: 3 });
      },
    });

    expect((await call(handler)).body).toEqual({ credits: 2 });
  });

  it('says 0 where the account was opened once and is gone', async () => {
    await call(handler);
    dropAccount(USER);

    expect((await call(handler)).body).toEqual({ credits: 0 });
    expect(account()).toBeUndefined();
  });

  it('of a closed account answers 401, and opens nothing', async () => {
    openAccount(0, { closedAt: CLOSED_AT });

    const answer = await call(handler);

    expect(answer).toMatchObject({ status: 401, body: { error: 'This account has been deleted.' } });
    expect(callsMade()).toEqual(['GetCommand']);
  });
});

describe('a welcome that is due', () => {
  it('is so where the account was opened by a token that tells no address', async () => {
    expect((await call(handler, withoutAddress)).body).toEqual({ credits: 0 });
    expect(account()).toMatchObject({ credits: 0, welcomeDue: true });
    expect((await call(handler, withoutAddress)).body).toEqual({ credits: 0 });
  });

  it.each([
    ['is given when the address is known, once', 'creator@example.com', 10 + 3],
    ['is not given to an address that was welcomed', 'welcomed@example.com', 10],
  ])('%s', async (_, email, credits) => {
    await call(handler, { claims: { sub: 'other', email: 'welcomed@example.com', email_verified: 'true' } });
    openAccount(10, { welcomeDue: true });
    const claims = { sub: USER, email, email_verified: 'true' };

    expect((await call(handler, { claims })).body).toEqual({ credits });
    expect((await call(handler, { claims })).body).toEqual({ credits });

    expect(account()).toEqual({ id: USER, credits, createdAt: expect.any(String) as string });
    expect(rowsOf('ledger').filter(({ userId }) => userId === USER)).toHaveLength(credits === 10 ? 0 : 1);
  });

  it.each([
    ['false', { email_verified: 'false' }],
    ['absent', {}],
  ])(
    'is not given if the claim email_verified is %s, because the address may belong to another user',
    async (_, claim) => {
      openAccount(0, { welcomeDue: true });

      const claims = { sub: USER, email: 'victim@example.com', ...claim };

      expect((await call(handler, { claims })).body).toEqual({ credits: 0 });
      expect(rowsOf('welcomed-addresses')).toEqual([]);
    },
  );

  it('is not given to an account that is closed meanwhile', async () => {
    openAccount(0, { welcomeDue: true });
    const closed = { welcomeDue: true, closedAt: CLOSED_AT };
    intervene({ command: 'TransactWriteCommand', before: () => openAccount(0, closed) });

    const answer = await call(handler);

    expect(answer.body).toEqual({ credits: 0 });
    expect(account()).toMatchObject({ credits: 0 });
    expect(movements()).toEqual({});
  });

  it('is given once, wherever it is cut off', async () => {
    openAccount(0, { welcomeDue: true });
    await call(handler);
    const calls = callsMade().length;

    for (let skip = 0; skip < calls; skip += 1) {
      for (const done of [false, true]) {
        tablesWork();
        openAccount(0, { welcomeDue: true });
        failCall(timedOut(), { skip, done });

        expect(await call(handler), `call ${skip}`).toMatchObject({ status: 500 });
        expect((await call(handler)).body, `call ${skip}`).toEqual({ credits: 3 });
        expect(account()).toEqual({ id: USER, credits: 3, createdAt: expect.any(String) as string });
      }
    }
  }, 30_000);
});

describe('GET /api/credits that fails', () => {
  it.each([
    [
      'a fault of DynamoDB',
      () => dynamodb.on(GetCommand).rejects(new InternalServerError({ message: 'x', $metadata: {} })),
    ],
    ['a balance that is no number', () => openAccount(0, { credits: '3' })],
    ['half a credit', () => openAccount(0.5)],
  ])('%s is our fault: 500', async (_, prepare) => {
    prepare();

    const answer = await call(handler);

    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal',
      requestId: REQUEST_ID,
    });
  });

  it('without claims answers 401, and reads nothing', async () => {
    const answer = await call(handler, { claims: undefined });

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(callsMade()).toEqual([]);
  });
});
