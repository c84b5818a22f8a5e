import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countStripeEvent } from '../../functions/shared/metrics.ts';
import { callsMade, cancelled, conflict, timedOut, untouched } from './support/cloud.ts';
import { REQUEST_ID, USER } from './support/event.ts';
import { buy, deliver, dispute, eventOf, paymentsWork, refund, secrets, tell } from './support/payments.ts';
import { broken, controls, paths, runTimers, stripeFails, stripeWorks } from './support/stripe.ts';
import { account, failCall, intervene, movements, openAccount, rowsOf } from './support/tables.ts';

const OURS = { error: 'Something went wrong on our side.', code: 'internal', requestId: REQUEST_ID };
const completed = 'checkout.session.completed';

beforeEach(() => {
  vi.clearAllMocks();
  paymentsWork();
  openAccount(40);
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is left of a story, without the ids of this telling. */
const outcome = () => ({
  credits: account()?.['credits'],
  moved: rowsOf('ledger').map(({ kind, amount, shortfall }) => [kind, amount, shortfall]),
  purchases: rowsOf('purchases').map(({ state, credits }) => [state, credits]),
});

/** Every story ends in an event whose delivery has much to do. */
const stories: [string, () => Promise<object>][] = [
  [
    'a payment',
    async () => {
      await buy();
      return eventOf(completed);
    },
  ],
  [
    'the payment of a user without an account',
    async () => {
      paymentsWork();
      await buy();
      return eventOf(completed);
    },
  ],
  [
    'a payment, a refund in part and a dispute, told at once',
    async () => {
      const session = await buy();
      refund(session, 100);
      dispute(session);
      return eventOf('charge.dispute.created');
    },
  ],
  [
    'a refund that failed after it was taken, beside one that stands',
    async () => {
      const session = await buy();
      const failing = refund(session, 100);
      await tell(completed);
      controls.failRefund(failing);
      refund(session, 350);
      return eventOf('refund.failed');
    },
  ],
  [
    'a dispute that was won before anybody told of it',
    async () => {
      controls.closeDispute(dispute(await buy()), 'won');
      return eventOf('charge.dispute.closed');
    },
  ],
];

describe.each(stories)('%s', (_, story) => {
  it('is not hurt by any call to DynamoDB that fails, or whose answer is lost: 500, and the next delivery ends it', async () => {
    const { calls, right } = await told(story);
    expect(calls).toBeGreaterThan(1);

    for (let skip = 0; skip < calls; skip += 1) {
      for (const done of [false, true]) {
        restart();
        const event = await story();
        failCall(timedOut(), { skip, done });

        expect(await deliver(event), `call ${skip}`).toMatchObject({ status: 500, body: OURS });
        expect(await deliver(event)).toMatchObject({ status: 200, body: { received: true } });

        expect(outcome(), `call ${skip}, ${done ? 'done' : 'not done'}`).toEqual(right);
      }
    }
  });

  it('is not hurt by any request to Stripe that fails: 500, and the next delivery ends it', async () => {
    const { requests, right } = await told(story);
    expect(requests).toBeGreaterThan(2);

    for (let skip = 0; skip < requests; skip += 1) {
      restart();
      const event = await story();
      const before = outcome();
      stripeFails(broken, { skip, times: 1 });

      expect(await deliver(event)).toMatchObject({ status: 500, body: OURS });
      expect(outcome()).toEqual(before);
      await deliver(event);

      expect(outcome()).toEqual(right);
    }
  });

  it('is not hurt by five deliveries at once, twice', async () => {
    const { right } = await told(story);
    restart();
    const event = await story();

    for (const round of ['first', 'second']) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(event)));
      expect(
        answers.map(({ status }) => status),
        round,
      ).toEqual([200, 200, 200, 200, 200]);
    }

    expect({ ...outcome(), moved: outcome().moved.toSorted() }).toEqual({
      ...right,
      moved: right.moved.toSorted(),
    });
  });
});

describe('a failure', () => {
  it('is counted as failed, and not as handled', async () => {
    await buy();
    failCall(timedOut());

    await tell(completed);

    expect(vi.mocked(countStripeEvent).mock.calls).toEqual([[completed, 'failed']]);
  });

  it('of the record alone comes after the credits, and the next delivery writes it', async () => {
    const session = await buy();
    failCall(timedOut(), { command: 'UpdateCommand' });

    expect(await tell(completed)).toMatchObject({ status: 500 });
    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
    expect(rowsOf('purchases')).toEqual([]);

    expect(await tell(completed)).toMatchObject({ status: 200 });
    expect(movements()).toEqual({ [`purchase#${session}`]: 25 });
    expect(rowsOf('purchases')).toMatchObject([{ state: 'paid' }]);
  });

  it('of the secret: 500, nothing done, and the next delivery fetches it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    await buy();
    const event = eventOf(completed);
    secrets.on(GetSecretValueCommand).rejectsOnce(timedOut()).resolves({ SecretString: '{}' });

    expect(await deliver(event)).toMatchObject({ status: 500, body: OURS });
    expect([...callsMade(), ...paths()]).toEqual([]);

    paymentsWork();
    openAccount(40);
    expect(await deliver(event)).toMatchObject({ status: 200 });
    expect(account()).toMatchObject({ credits: 65 });
  });

  it('to reach Stripe: tried three times, then 500, and nothing is written', async () => {
    await buy();
    stripeFails('refused');
    runTimers();

    expect(await tell(completed)).toMatchObject({ status: 500, body: OURS });

    expect(paths()).toHaveLength(3);
    expect(callsMade()).toEqual([]);
  });

  it('of a balance that others keep writing: Stripe is told to come again', async () => {
    await buy();
    vi.useFakeTimers({ toFake: ['Date'] });
    intervene({
      command: 'TransactWriteCommand',
      before: () => {
        vi.setSystemTime(Date.now() + 3_000);
        throw cancelled(untouched, conflict);
      },
    });

    expect(await tell(completed)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(movements()).toEqual({});

    expect(await tell(completed)).toMatchObject({ status: 200 });
    expect(account()).toMatchObject({ credits: 65 });
  });
});

/** Tells a story without trouble. */
async function told(story: () => Promise<object>) {
  restart();
  const event = await story();
  const before = callsMade().length;
  stripeWorks();
  expect(await deliver(event)).toMatchObject({ status: 200 });
  return { calls: callsMade().length - before, requests: paths().length, right: outcome() };
}

function restart(): void {
  paymentsWork();
  openAccount(40, { id: USER });
}
