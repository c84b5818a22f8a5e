import { beforeEach, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { welcomeUser } from '../../../functions/accounts/welcome.ts';
import { handler as changeSuspension } from '../../../functions/events/suspend-account.ts';
import { lambdaContext } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareServices, signIns } from './support/deletion.ts';
import { prepareGeneration } from './support/generation.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:10:15Z') });
  prepareServices();
  prepareGeneration();
});

async function signUp(email: string) {
  const userId = db.newUser();
  signIns.set(userId, email);
  await welcomeUser({ userId, email });
  return { userId, claims: { sub: userId, email, email_verified: 'true' } };
}

/** Signs up on a day without welcome credits, so that they are deferred, and an operator suspends the account. */
async function signUpAndSuspend(email: string) {
  await deferWelcomes();
  const account = await signUp(email);
  await visit(account);
  await suspend(account.userId);
  vi.setSystemTime('2026-11-22T09:10:15Z');
  return account;
}

const deferWelcomes = () =>
  db.putItem('rateLimits', {
    subject: 'welcomes#all',
    window: '2026-11-21T00:00:00.000Z',
    requests: RATE_LIMITS.welcomes.maximum,
  });

const visit = async ({ userId, claims }: Awaited<ReturnType<typeof signUp>>) =>
  (await callEndpoint('readCredits', userId, { claims })).body;

const suspend = (userId: string) =>
  changeSuspension(
    { userId, action: 'suspend', by: 'arn:aws:iam::000000000000:user/jane', why: 'a test' },
    lambdaContext(),
  );

/** Signs up and generates without a visit of the site, which would suspend the account. */
async function signUpAndGenerate(email: string) {
  const { userId, claims } = await signUp(email);
  const answer = await callEndpoint('generateThumbnail', userId, {
    claims,
    body: { prompt: 'a castle', userId },
  });
  return { status: answer.status, balance: await db.readBalance(userId) };
}

it('A suspended mailbox gets no welcome credits with another spelling of its address', async () => {
  const name = db.newUser().replaceAll('-', '');
  await signUpAndSuspend(`${name}@gmail.com`);

  expect(await signUpAndGenerate(`${name}+2@gmail.com`)).toEqual({ status: 402, balance: 0 });
  expect(await signUpAndGenerate(`another${name}@gmail.com`)).toEqual({ status: 200, balance: 2 });
});

it('A suspended mailbox gets no welcome credits when its account is deleted and the same address signs up again', async () => {
  const email = `${db.newUser()}+1@custom-domain.example`;
  const { userId, claims } = await signUpAndSuspend(email);
  expect(await callEndpoint('deleteAccount', userId, { claims })).toMatchObject({ status: 200 });

  expect(await signUpAndGenerate(email)).toEqual({ status: 402, balance: 0 });
});

it.each([
  ['that joined the mailbox before the suspension', true],
  ['that joins the mailbox after the suspension', false],
])('A suspended mailbox gets no deferred welcome credits for another account %s', async (_, hasJoined) => {
  const name = db.newUser().replaceAll('-', '');
  await deferWelcomes();
  const first = await signUp(`${name}@gmail.com`);
  const second = await signUp(`${name}+2@gmail.com`);
  await visit(first);
  if (hasJoined) await visit(second);
  await suspend(first.userId);
  vi.setSystemTime('2026-11-22T09:10:15Z');

  expect(await visit(second)).toEqual({ credits: 0 });
  expect(await db.readBalance(second.userId)).toBe(0);
});

it('A suspended account gets its own deferred welcome credits, which it can use if the suspension ends', async () => {
  expect(await visit(await signUpAndSuspend(`${db.newUser()}@gmail.com`))).toEqual({ credits: 3 });
});

/** Damages the row of an account, so that it does not match its schema. */
const damage = async (userId: string) =>
  db.putItem('users', { ...(await db.findUserItem(userId)), credits: 'damaged' });

it('A mailbox with a damaged row of an account can sign up again, and gets no second welcome credits', async () => {
  vi.setSystemTime('2026-11-22T09:10:15Z');
  const name = db.newUser().replaceAll('-', '');
  const first = await signUp(`${name}@gmail.com`);
  expect(await visit(first)).toEqual({ credits: 3 });
  await damage(first.userId);

  expect(await visit(await signUp(`${name}+2@gmail.com`))).toEqual({ credits: 0 });
});

it('A suspended mailbox stays suspended if the row of its account is damaged', async () => {
  const name = db.newUser().replaceAll('-', '');
  const { userId } = await signUpAndSuspend(`${name}@gmail.com`);
  await damage(userId);
  const next = await signUp(`${name}+2@gmail.com`);

  expect(await visit(next)).toEqual({ credits: 0 });
  expect(await db.findUserItem(next.userId)).toMatchObject({ suspendedAt: expect.any(String) as string });
});
