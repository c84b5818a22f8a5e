import { beforeEach, describe, expect, it } from 'vitest';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import type { PackId } from '#contract/packs.ts';
import { listAccounts } from '../../../functions/accounts/welcomed-addresses-table.ts';
import { handler as grantCredits } from '../../../functions/events/grant-credits.ts';
import { handler as showAccount } from '../../../functions/events/show-account.ts';
import { handler as changeSuspension } from '../../../functions/events/suspend-account.ts';
import { timedOut } from '../support/aws-errors.ts';
import { lambdaContext } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { audit } from './support/audit.ts';
import * as db from './support/database.ts';
import { prepareServices, signIns } from './support/deletion.ts';
import { prepareGeneration } from './support/generation.ts';
import {
  dispute,
  pay,
  refund,
  requestCheckout,
  runAndDeliver,
  listSessions,
  updateDispute,
  type Action,
  type TestPayment,
} from './support/payments.ts';

const BLOCKED = { status: 403, body: { code: 'account_suspended' } };
const OPERATION = { by: 'arn:aws:iam::000000000000:user/jane', why: 'a test' };

/** The local part of the test's mailbox at Gmail, where dots and tags do not matter. */
let name: string;
let spellings: number;

/** Signs up with another spelling of the mailbox, and visits the site. */
async function signUp(): Promise<string> {
  const userId = db.newUser();
  signIns.set(userId, `${name.slice(0, 9)}.${name.slice(9)}+${(spellings += 1)}@googlemail.com`);
  await visit(userId);
  return userId;
}

function claims(userId: string) {
  return { sub: userId, email: signIns.get(userId) ?? '', email_verified: 'true' };
}

const request = (name: UserEndpointName, userId: string, body?: object) =>
  callEndpoint(name, userId, { claims: claims(userId), body });
const visit = async (userId: string) => (await request('readCredits', userId)).body;
const buy = (userId: string, pack: PackId = 'pro') =>
  requestCheckout(userId, { claims: claims(userId), body: { priceId: `price_${pack}` } });
const generate = (userId: string) => request('generateThumbnail', userId, { prompt: 'a castle', userId });
const deleteAccount = (userId: string) => request('deleteAccount', userId);
const grant = (userId: string, credits: number) =>
  grantCredits({ userId, credits, grantId: db.newUser(), dryRun: false, ...OPERATION }, lambdaContext());
const operate = (userId: string, action: string) =>
  changeSuspension({ userId, action, ...OPERATION }, lambdaContext());

/** Buys a pack through the checkout. @param pack by default the pack with 25 credits. */
async function purchase(userId: string, pack?: PackId): Promise<TestPayment> {
  expect(await buy(userId, pack)).toMatchObject({ status: 200 });
  const payment = { userId, sessionId: listSessions(userId)[0]?.id ?? '', reversals: [] };
  await runAndDeliver(payment, pay());
  return payment;
}

/** An account that bought 25 credits and has none left. */
async function signUpAndSpend(): Promise<TestPayment> {
  const payment = await purchase(await signUp());
  await grant(payment.userId, -28);
  return payment;
}

/**
 * Signs up again with the mailbox of a deleted account that bought and spent credits. @param actions what happened to the
 * payment of the deleted account.
 */
async function comeBack(...actions: Action[]): Promise<{ payment: TestPayment; userId: string }> {
  const payment = await signUpAndSpend();
  await runAndDeliver(payment, ...actions);
  expect(await deleteAccount(payment.userId)).toMatchObject({ status: 200 });
  return { payment, userId: await signUp() };
}

async function expectConsistent(...userIds: string[]): Promise<void> {
  for (const userId of userIds) expect(await audit({ userId })).toMatchObject({ findings: [] });
}

beforeEach(() => {
  prepareServices();
  prepareGeneration();
  name = db.newUser().replaceAll('-', '');
  spellings = 0;
});

describe('the mailbox of a deleted account', () => {
  it.each<[string, Action[]]>([
    ['open', [dispute()]],
    ['lost', [dispute(), updateDispute('lost')]],
  ])('cannot buy while a dispute is %s, until an operator releases its account', async (_, actions) => {
    const { payment, userId } = await comeBack(...actions);

    expect(await visit(userId)).toEqual({ credits: 0 });
    expect(await generate(userId)).toMatchObject({ status: 402 });
    expect(await buy(userId)).toMatchObject(BLOCKED);
    expect(await showAccount({ userId, entries: 0 }, lambdaContext())).toMatchObject({
      otherAccounts: [payment.userId],
    });

    expect(await operate(userId, 'release')).toEqual({ kind: 'changed' });
    await purchase(userId);
    expect(await generate(userId)).toMatchObject({ status: 200 });
    expect(await showAccount({ userId, entries: 0 }, lambdaContext())).toMatchObject({
      otherAccounts: [],
      operatorActions: [{ action: 'release', ...OPERATION }],
    });
    await expectConsistent(payment.userId, userId);
  });

  it('can buy again when the dispute is won, with nothing due, and not when it is lost after all', async () => {
    const { payment, userId } = await comeBack(dispute());

    await runAndDeliver(payment, updateDispute('won'));
    expect(await visit(userId)).toEqual({ credits: 0 });
    expect(await buy(userId)).toMatchObject({ status: 200 });

    await runAndDeliver(payment, updateDispute('lost'));
    expect(await buy(userId)).toMatchObject(BLOCKED);
  });

  it('cannot buy when the dispute begins after the return', async () => {
    const { payment, userId } = await comeBack();
    expect(await buy(userId)).toMatchObject({ status: 200 });

    await runAndDeliver(payment, dispute());

    expect(await buy(userId)).toMatchObject(BLOCKED);
  });

  it('settles the shortfall with the next purchases, also over deletions of accounts that bought and that did not', async () => {
    const { payment, userId } = await comeBack(refund());

    expect(await visit(userId)).toEqual({ credits: 0, creditsDue: 25 });
    await deleteAccount(userId);
    const third = await signUp();
    expect(await visit(third)).toEqual({ credits: 0, creditsDue: 25 });
    await purchase(third, 'starter');
    await deleteAccount(third);
    const last = await signUp();

    expect(await visit(last)).toEqual({ credits: 0, creditsDue: 15 });
    await purchase(last);
    expect(await visit(last)).toEqual({ credits: 10, packs: ['pro'] });
    await expectConsistent(payment.userId, userId, third, last);
  });

  it('owes nothing for credits that the deletion forfeited and the seller refunded afterwards', async () => {
    const payment = await purchase(await signUp());
    await grant(payment.userId, -8);
    await deleteAccount(payment.userId);
    await runAndDeliver(payment, refund());

    // 20 of the 25 credits were left.
    const userId = await signUp();
    expect(await visit(userId)).toEqual({ credits: 0, creditsDue: 5 });
    await expectConsistent(payment.userId, userId);
  });

  it('stays suspended, and does not get welcome credits, until an operator releases its account', async () => {
    const first = await signUp();
    await operate(first, 'suspend');
    await deleteAccount(first);
    const userId = await signUp();
    await grant(userId, 5);

    expect(await generate(userId)).toMatchObject(BLOCKED);
    expect(await buy(userId)).toMatchObject(BLOCKED);
    // The next account of the mailbox is also suspended.
    await deleteAccount(userId);
    const third = await signUp();
    expect(await visit(third)).toEqual({ credits: 0 });
    expect(await buy(third)).toMatchObject(BLOCKED);

    await operate(third, 'release');
    await purchase(third);
    expect(await generate(third)).toMatchObject({ status: 200 });
  });

  it('stays suspended whichever of its deleted accounts was', async () => {
    const ids = [await signUp(), await signUp(), await signUp()];
    for (const id of ids) await purchase(id);
    const { mailbox } = (await db.findUserItem(ids[0] ?? '')) ?? {};
    // The review reads the accounts in this order.
    const [first = ''] = await listAccounts(String(mailbox));
    await operate(first, 'suspend');
    for (const id of ids) await deleteAccount(id);

    expect(await buy(await signUp())).toMatchObject(BLOCKED);
  });

  it('forgets an account that never bought and was not suspended', async () => {
    const userId = await signUp();
    const { mailbox } = (await db.findUserItem(userId)) ?? {};
    await deleteAccount(userId);

    const rows = (await db.scanItems('welcomedAddresses')).filter(({ id }) =>
      String(id).includes(String(mailbox)),
    );
    expect(rows).toEqual(expect.arrayContaining([{ id: mailbox }, { id: `accounts#${String(mailbox)}` }]));
    expect(await db.findUserItem(userId)).not.toHaveProperty('mailbox');
  });

  it('keeps an account that bought, whatever a restoration made of its link to Stripe', async () => {
    const payment = await purchase(await signUp());
    await runAndDeliver(payment, dispute());
    const { stripeCustomerId: _, ...user } = (await db.findUserItem(payment.userId)) ?? {};
    expect(user).toMatchObject({ packs: { pro: 0 } });
    await db.putItem('users', user);

    await deleteAccount(payment.userId);

    expect(await buy(await signUp())).toMatchObject(BLOCKED);
  });

  it('keeps no account that an operator released, and no account that only took over the suspension', async () => {
    const suspended = await signUp();
    await operate(suspended, 'suspend');
    await deleteAccount(suspended);
    const taken = await signUp();
    const { mailbox } = (await db.findUserItem(taken)) ?? {};
    expect(await generate(taken)).toMatchObject(BLOCKED);
    await deleteAccount(taken);
    expect(await listAccounts(String(mailbox))).toEqual([suspended]);

    const released = await signUp();
    await operate(released, 'suspend');
    await operate(released, 'release');
    await deleteAccount(released);
    expect(await listAccounts(String(mailbox))).not.toContain(released);
  });

  it('is found in the user pool for an account of an earlier version, and gets no welcome credits either', async () => {
    const first = db.newUser();
    signIns.set(first, `${name}@gmail.com`);
    await db.putUser(first, 0, { mailbox: undefined, stripeCustomerId: 'cus_1' });
    await db.putItem('purchases', { userId: first, id: 'cs_1', state: 'disputed' });

    await deleteAccount(first);

    const userId = await signUp();
    expect(await visit(userId)).toEqual({ credits: 0 });
    expect(await buy(userId)).toMatchObject(BLOCKED);
  });
});

describe('the other accounts of a mailbox', () => {
  it('cannot buy while a payment of one of them is disputed', async () => {
    const other = await signUp();
    const payment = await signUpAndSpend();
    await runAndDeliver(payment, dispute());

    expect(await buy(other)).toMatchObject(BLOCKED);
    await deleteAccount(payment.userId);
    expect(await buy(other)).toMatchObject(BLOCKED);
  });

  it('do not include another person whose domain may treat + as an ordinary letter', async () => {
    const visitAs = async (address: string) => {
      const userId = db.newUser();
      signIns.set(userId, address);
      await visit(userId);
      return userId;
    };
    const stranger = await visitAs(`${name}+x@company.example`);
    await operate(stranger, 'suspend');
    const userId = await visitAs(`${name}@company.example`);

    expect(await buy(userId)).toMatchObject({ status: 200 });
    // Only the gift is missing.
    expect(await Promise.all([stranger, userId].map(db.readBalance))).toEqual([3, 0]);
  });

  it('are known before the first checkout, so a token without an address cannot buy with a new account', async () => {
    const userId = db.newUser();
    await db.putUser(userId, 0, { mailbox: undefined });

    expect(await requestCheckout(userId, { claims: { sub: userId } })).toMatchObject({ status: 401 });
  });

  it('count whichever call of the first visit fails', async () => {
    const { payment } = await comeBack(dispute());
    db.resetCalls();
    await signUp();
    const failures = db.listFailures();
    expect(failures.length).toBeGreaterThan(5);

    for (const { skip, isWritten } of failures) {
      db.failCall(timedOut(), { skip, isWritten });
      const userId = await signUp();

      expect(await buy(userId), `call ${skip}`).toMatchObject(BLOCKED);
      expect(await db.readBalance(userId)).toBe(0);
    }
    await expectConsistent(payment.userId);
  });
});
