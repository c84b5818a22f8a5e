import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buy, deliver, dispute, eventOf, paymentsWork, refund, tell } from './support/payments.ts';
import { controls, stripe, stripeFails } from './support/stripe.ts';
import { account, changeBalance, movements, openAccount, rowsOf } from './support/tables.ts';

const completed = 'checkout.session.completed';
const created = 'charge.dispute.created';
const closed = 'charge.dispute.closed';

/** A Pro pack: 25 credits for 7.00. */
let session = '';
const bought = () => `purchase#${session}`;
const history = () => rowsOf('purchases').map(({ state }) => state);

beforeEach(async () => {
  vi.clearAllMocks();
  paymentsWork();
  openAccount(0);
  session = await buy();
  await tell(completed);
});

describe('a dispute', () => {
  it('takes back what the payment bought, once', async () => {
    const id = dispute(session);

    expect(await tell(created)).toMatchObject({ status: 200 });
    await tell(created);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
    expect(account()).toMatchObject({ credits: 0 });
    expect(history()).toEqual(['disputed']);
  });

  it('of a part takes a part', async () => {
    const id = dispute(session, 350);

    await tell(created);

    expect(movements()).toMatchObject({ [`clawback#${id}`]: -12 });
    expect(history()).toEqual(['disputed']);
  });

  it('told before the payment itself: both are written', async () => {
    const another = await buy();
    const id = dispute(another);

    await tell(created);
    await tell(completed);

    expect(movements()).toMatchObject({ [`purchase#${another}`]: 25, [`clawback#${id}`]: -25 });
    expect(account()).toMatchObject({ credits: 25 });
  });

  it('that is won gives back what it took, once', async () => {
    const id = dispute(session);
    await tell(created);
    controls.closeDispute(id, 'won');

    await tell(closed);
    await tell(closed);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25, [`restore#${id}`]: 25 });
    expect(account()).toMatchObject({ credits: 25 });
    expect(history()).toEqual(['paid']);
  });

  it('that is won gives back only what there was to take', async () => {
    changeBalance(-22);
    const id = dispute(session);
    await tell(created);
    controls.closeDispute(id, 'won');

    await tell(closed);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -3, [`restore#${id}`]: 3 });
  });

  it('that is lost stays as it is', async () => {
    const id = dispute(session);
    await tell(created);
    controls.closeDispute(id, 'lost');

    expect(await tell(closed)).toMatchObject({ status: 200 });

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
    expect(history()).toEqual(['disputed']);
  });

  it('that is lost, and was never told of, is taken when it closes', async () => {
    const id = dispute(session);
    controls.closeDispute(id, 'lost');

    await tell(closed);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
  });

  it('that is won before anybody told of it: its late beginning takes nothing', async () => {
    const id = dispute(session);
    const late = eventOf(created);
    controls.closeDispute(id, 'won');

    await tell(closed);
    await deliver(late);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: 0 });
    expect(account()).toMatchObject({ credits: 25 });
    expect(history()).toEqual(['paid']);
  });

  it('of what a refund left: together they take the whole', async () => {
    const back = refund(session, 300);
    await tell('charge.refunded');
    const id = dispute(session);

    await tell(created);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${back}`]: -10, [`clawback#${id}`]: -15 });
    expect(history()).toEqual(['disputed']);
  });

  it('for more than was paid takes no more than was bought', async () => {
    const id = dispute(session);
    await disputeReads({ amount: 900 });

    await tell(created);

    expect(movements()).toEqual({ [bought()]: 25, [`clawback#${id}`]: -25 });
  });
});

describe('a dispute by its status (Stripe API reference, "The Dispute object")', () => {
  it.each([
    'needs_response',
    'under_review',
    'appeal_needs_response',
    'appeal_under_review',
    'lost',
  ] as const)('%s: the money is gone, and so are the credits', async (status) => {
    const id = dispute(session);
    await disputeReads({ status });

    await tell(created);

    expect(movements()).toMatchObject({ [`clawback#${id}`]: -25 });
  });

  it.each(['warning_needs_response', 'warning_under_review'] as const)(
    '%s: an inquiry takes no money, and so no credits',
    async (status) => {
      dispute(session);
      await disputeReads({ status });

      await tell(created);

      expect(account()).toMatchObject({ credits: 25 });
      expect(history()).toEqual(['paid']);
    },
  );

  it.each(['warning_needs_response', 'warning_under_review'] as const)(
    '%s: an inquiry that becomes a dispute takes the credits then',
    async (status) => {
      const id = dispute(session);
      const reads = await disputeReads({ status });
      await tell(created);
      reads.asItIs();
      controls.closeDispute(id, 'lost');

      await tell(closed);

      expect(account()).toMatchObject({ credits: 0 });
    },
  );

  it('warning_closed: an inquiry that came to nothing leaves the credits', async () => {
    dispute(session);
    await tell(created);
    await disputeReads({ status: 'warning_closed' });

    await tell(created);

    expect(account()).toMatchObject({ credits: 25 });
  });

  it('prevented: the money was given back before it came to a dispute, by a refund that is told of itself', async () => {
    const id = refund(session);
    await tell('charge.refunded');
    await disputeReads({ id: 'du_prevented', status: 'prevented', amount: 700 });

    await tell('charge.refunded');

    expect(movements()).toMatchObject({ [bought()]: 25, [`clawback#${id}`]: -25 });
    expect(account()).toMatchObject({ credits: 0 });
  });
});

/** Stripe tells of this payment's dispute with these changes, until told otherwise. */
async function disputeReads(changes: object): Promise<{ asItIs: () => void }> {
  const { data } = await stripe.disputes.list({ limit: 1 });
  const list = { object: 'list', url: '/v1/disputes', has_more: false, data: [{ ...data[0], ...changes }] };
  return stripeFails({ status: 200, body: list }, { path: '/v1/disputes' });
}
