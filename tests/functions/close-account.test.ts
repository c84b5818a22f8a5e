import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/delete-account.ts';
import { callsMade, dynamodb, timedOut } from './support/cloud.ts';
import {
  closingWorks,
  deletionsAsked,
  failOnce,
  idOf,
  imagesLeft,
  someoneWithEverything,
  usersLeft,
} from './support/closing.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { account, changeBalance, failCall, intervene, movements, putRow, rowsOf } from './support/tables.ts';
import { succeededRow } from './support/thumbnail-rows.ts';

const OTHER = 'another-user';
const close = () => call(handler, { routeKey: 'DELETE /api/account' });
const amounts = () => Object.values(movements()).reduce<number>((sum, amount) => sum + Number(amount), 0);
const of = (userId: string, table: Parameters<typeof rowsOf>[0]) =>
  rowsOf(table).filter((row) => row['userId'] === userId);

/** What must be so when it is over, however it went. */
function expectClosed(): void {
  expect(usersLeft()).toEqual([]);
  expectErased();
}

function expectErased(): void {
  expect(imagesLeft()).toEqual([]);
  expect(rowsOf('thumbnails')).toEqual([]);
  expect(account()).toEqual({
    id: USER,
    credits: 0,
    createdAt: '2026-11-20T09:00:00.000Z',
    closedAt: expect.stringMatching(/^20.*Z$/) as string,
    closing: 'yes',
  });
  expect(amounts()).toBe(0);
  expect(movements()).toMatchObject({
    'purchase#cs_1': 10,
    [`refund#${idOf(3)}`]: 1,
    closed: -8,
  });
  expect(rowsOf('purchases').map(({ id, state, credits }) => [id, state, credits])).toEqual([
    ['cs_1', 'paid', 10],
    ['cs_2', 'paid', 10],
    ['cs_3', 'pending', 10],
  ]);
  expect(JSON.stringify(rowsOf('purchases'))).not.toContain('receipt');
}

beforeEach(closingWorks);

describe('DELETE /api/account', () => {
  it('removes pictures, prompts, credits and sign-in; keeps the ledger and the purchases', async () => {
    someoneWithEverything();

    const answer = await close();

    expect(answer).toMatchObject({ status: 200, body: { closed: true } });
    expectClosed();
    expect(deletionsAsked()).toEqual([{ UserPoolId: 'us-west-2_Pool', Username: USER }]);
  });

  it('shuts the account before anything else, and takes the sign-in when nothing else is left', async () => {
    someoneWithEverything();
    intervene({ after: () => expect(account()).toHaveProperty('closedAt') });
    failOnce('delete user', timedOut());

    expect(await close()).toMatchObject({ status: 500 });

    expectErased();
    expect(usersLeft()).toEqual([USER]);
  });

  it('touches nobody else', async () => {
    someoneWithEverything(OTHER);
    const before = JSON.stringify([of(OTHER, 'thumbnails'), of(OTHER, 'ledger'), of(OTHER, 'purchases')]);
    const pictures = imagesLeft();
    someoneWithEverything();

    await close();

    expect(JSON.stringify([of(OTHER, 'thumbnails'), of(OTHER, 'ledger'), of(OTHER, 'purchases')])).toBe(
      before,
    );
    expect(account(OTHER)).toMatchObject({ credits: 7, stripeCustomerId: 'cus_1' });
    expect(imagesLeft()).toEqual(pictures);
    expect(usersLeft()).toEqual([OTHER]);
  });

  it('a second time changes nothing, and answers the same', async () => {
    someoneWithEverything();
    await close();
    const { closedAt } = account() ?? {};

    expect(await close()).toMatchObject({ status: 200, body: { closed: true } });

    expectClosed();
    expect(account()).toMatchObject({ closedAt });
  });

  it('of a user who never got an account leaves one that nothing opens again', async () => {
    const answer = await close();

    expect(answer.status).toBe(200);
    expect(account()).toMatchObject({ id: USER, credits: 0, closedAt: expect.any(String) as string });
    expect(movements()).toEqual({ closed: 0 });
  });

  it('takes what a payment adds, or a refund takes, while it counts', async () => {
    someoneWithEverything();
    // The first transaction is the refund of what is under way.
    intervene({ command: 'TransactWriteCommand', skip: 1, before: () => changeBalance(-5) });

    await close();

    expect(account()).toMatchObject({ credits: 0 });
    expect(movements()).toMatchObject({ closed: -3 });
  });

  it('does not refund a generation that succeeds just before it is failed', async () => {
    someoneWithEverything();
    const before = () => putRow('thumbnails', { ...succeededRow({ generationId: idOf(3) }) });
    intervene({ command: 'TransactWriteCommand', before });

    await close();

    expect(rowsOf('thumbnails')).toEqual([]);
    expect(movements()).toMatchObject({ closed: -7 });
    expect(movements()).not.toHaveProperty(`refund#${idOf(3)}`);
  });

  it('without claims answers 401, and touches nothing', async () => {
    const answer = await call(handler, { routeKey: 'DELETE /api/account', claims: undefined });

    expect(answer.status).toBe(401);
    expect(callsMade()).toEqual([]);
    expect(deletionsAsked()).toEqual([]);
  });
});

describe('a deletion that is cut off', () => {
  it('at any call to DynamoDB, done or not, says so, keeps the sign-in, and is finished by the next one', async () => {
    someoneWithEverything();
    await close();
    const calls = dynamodb.calls().length;
    expect(calls).toBeGreaterThan(12);

    for (let skip = 0; skip < calls; skip += 1) {
      for (const done of [false, true]) {
        closingWorks();
        someoneWithEverything();
        failCall(timedOut(), { skip, done });

        expect(await close(), `call ${skip}`).toMatchObject({
          status: 500,
          body: { error: 'Something went wrong on our side.', code: 'internal', requestId: REQUEST_ID },
        });
        expect(usersLeft(), `call ${skip}`).toEqual([USER]);
        expect(await close()).toMatchObject({ status: 200 });

        expectClosed();
      }
    }
  }, 30_000);

  it.each(['list', 'delete images', 'delete user'] as const)(
    'where it is to %s, is finished by the next one',
    async (service) => {
      someoneWithEverything();
      failOnce(service, timedOut());

      expect(await close()).toMatchObject({ status: 500 });
      expect(usersLeft()).toEqual([USER]);
      expect(await close()).toMatchObject({ status: 200 });

      expectClosed();
    },
  );

  it('by pictures that S3 does not remove, keeps their records and the sign-in', async () => {
    someoneWithEverything();
    failOnce('delete images', { Errors: [{ Key: 'x', Code: 'InternalError' }] });

    expect(await close()).toMatchObject({ status: 500 });

    expect(rowsOf('thumbnails')).toHaveLength(3);
    expect(usersLeft()).toEqual([USER]);
  });
});
