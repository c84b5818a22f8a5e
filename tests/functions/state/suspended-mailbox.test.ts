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
  await db.putItem('rateLimits', {
    subject: 'welcomes#all',
    window: '2026-11-21T00:00:00.000Z',
    requests: RATE_LIMITS.welcomes.maximum,
  });
  const account = await signUp(email);
  await callEndpoint('readCredits', account.userId, { claims: account.claims });
  await changeSuspension(
    { userId: account.userId, action: 'suspend', by: 'arn:aws:iam::000000000000:user/jane', why: 'a test' },
    lambdaContext(),
  );
  vi.setSystemTime('2026-11-22T09:10:15Z');
  return account;
}

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
