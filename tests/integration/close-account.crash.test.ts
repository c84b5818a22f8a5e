import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_PRICES } from '../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { auditOf, type Audit } from '../support/audit.ts';
import { newCreator, type Answer, type Creator } from './support/creator.ts';
import type { Fault, FaultProxy } from './support/fault-proxy.ts';
import { startFaultyCloud } from './support/faulty-cloud.ts';
import { expectBalanced } from './support/invariants.ts';
import { expectGone, leftBehindIn, type LeftBehind } from './support/left-behind.ts';

/** Long enough ago for finish-closings to know that nothing from before is under way. */
const SETTLED_MS = 10 * 60_000;
const WELCOME = 3;
const BOUGHT = 10;

let cloud: EmbeddedCloud;
let proxy: FaultProxy;
let audit: Audit;
let leftBehind: LeftBehind;
let creator: Creator;

beforeAll(async () => {
  ({ cloud, proxy } = await startFaultyCloud());
  audit = auditOf(cloud);
  leftBehind = leftBehindIn(cloud);
});
afterAll(async () => {
  await cloud.stop();
  await proxy.close();
});
beforeEach(() => {
  proxy.reset(() => 'none');
});

/** A creator with a purchase, a customer at Stripe, a picture and credits left. */
async function creatorWithEverything(): Promise<Creator> {
  const made = await newCreator(cloud);
  const order = { priceId: LOCAL_PRICES.starter, userId: made.userId };
  const { body } = await made.post('/api/create-stripe-checkout', order);
  cloud.stripe.controls.pay(new URL(String(body['checkoutUrl'])).pathname.split('/').at(-1) ?? '');
  await cloud.stripe.controls.idle();
  await made.generate('a castle');
  return made;
}

/** How many calls one deletion makes. */
async function countCalls(): Promise<number> {
  const counted = await creatorWithEverything();
  let calls = 0;
  proxy.reset((n) => {
    calls = n;
    return 'none';
  });
  await counted.closeAccount();
  proxy.reset(() => 'none');
  return calls;
}

/** Deletes an account, and cuts the wire at one call of that, for good. */
async function closeUntil(call: number, fault: Fault): Promise<Answer> {
  proxy.reset((n): Fault => (n < call ? 'none' : n === call ? fault : 'not-sent'));
  const answer = await creator.closeAccount();
  proxy.reset(() => 'none');
  return answer;
}

/** Runs the schedule as it will some minutes from now. */
async function finishClosings(): Promise<void> {
  await leftBehind.ageClosing(creator.userId, SETTLED_MS);
  await cloud.invoke('FinishClosings', {});
}

describe('a deletion that is cut off at any call', () => {
  it('is finished by asking again, or by the schedule', async () => {
    const calls = await countCalls();
    expect(calls).toBeGreaterThan(8);

    for (let call = 1; call <= calls; call += 1) {
      creator = await creatorWithEverything();

      // Of the first attempt the answer to this call is lost, of the second the next one never gets through.
      expect((await closeUntil(call, 'answer-lost')).status, `call ${call}`).toBe(500);
      await expectBalanced(audit, creator.userId);
      await closeUntil(call + 1, 'not-sent');
      await expectBalanced(audit, creator.userId);
      await (call % 2 === 0 ? creator.closeAccount() : finishClosings());

      await expectGone(leftBehind, audit, creator);
    }
  }, 300_000);

  it('before the account is shut has not begun: all is as it was', async () => {
    creator = await creatorWithEverything();

    expect((await closeUntil(1, 'not-sent')).status).toBe(500);

    expect(await creator.credits()).toBe(WELCOME + BOUGHT - 1);
    expect((await creator.generate('another castle')).status).toBe(200);
  });
});
