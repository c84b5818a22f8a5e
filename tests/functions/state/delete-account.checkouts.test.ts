import { beforeEach, describe, expect, it } from 'vitest';
import { callEndpoint } from '../support/endpoint.ts';
import { findUserItem, newUser, putUser, resetCalls } from './support/database.ts';
import { createFullUser, images, prepareServices, signIns } from './support/deletion.ts';
import { requestCheckout } from './support/payments.ts';
import { controls, failStripe, SERVER_ERROR } from './support/stripe.ts';

let user: string;
const deleteAccount = (sub = user) => callEndpoint('deleteAccount', sub);
const imagesOf = (userId: string) => [...images].filter((key) => key.includes(userId));

beforeEach(async () => {
  prepareServices();
  ({ user } = await createFullUser());
  resetCalls();
});

describe('the open checkout sessions of a deleted account', () => {
  it('are expired, so that no tab can pay them', async () => {
    const buyer = await openTwoSessions();
    const other = newUser();
    await putUser(other, 0);
    await requestCheckout(other, { requestId: other });

    expect(await deleteAccount(buyer)).toMatchObject({ status: 200 });

    expect(sessionStates(buyer)).toEqual(['expired', 'expired']);
    expect(sessionStates(other)).toEqual(['open']);
    expect(await findUserItem(buyer)).not.toHaveProperty('stripeCustomerId');
  });

  it('that completed meanwhile do not stop the others', async () => {
    const buyer = await openTwoSessions();
    const [paid, open] = sessionsOf(buyer);
    // The list was read before the payment.
    controls.pay(paid?.id ?? '');
    const data = [paid, { ...open, status: 'open' }];
    failStripe({ status: 200, body: { object: 'list', data } }, { path: SESSIONS, times: 1 });

    expect(await deleteAccount(buyer)).toMatchObject({ status: 200 });

    expect(sessionStates(buyer)).toEqual(['complete', 'expired']);
    expect(await findUserItem(buyer)).not.toHaveProperty('stripeCustomerId');
  });

  it('of another product stay open', async () => {
    const buyer = await openTwoSessions();
    const [own, foreign] = sessionsOf(buyer);
    const data = [own, { ...foreign, metadata: {} }];
    failStripe({ status: 200, body: { object: 'list', data } }, { path: SESSIONS, times: 1 });

    await deleteAccount(buyer);

    expect(sessionStates(buyer)).toEqual(['expired', 'open']);
  });

  it('are none for a customer that was deleted at Stripe', async () => {
    const buyer = await openTwoSessions();
    const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' };
    failStripe({ status: 400, body: { error } }, { path: SESSIONS });

    await deleteAccount(buyer);

    expect(await findUserItem(buyer)).not.toHaveProperty('stripeCustomerId');
  });

  it('are expired later when Stripe refuses to expire one', async () => {
    const buyer = await openTwoSessions();
    failStripe(SERVER_ERROR, { path: '/expire' });

    await deleteAccount(buyer);

    expect(sessionStates(buyer)).toEqual(['open', 'open']);
    // finish-closings needs it to repeat the step.
    expect(await findUserItem(buyer)).toHaveProperty('stripeCustomerId');
  });

  it('do not delay the deletion while Stripe fails', async () => {
    failStripe(SERVER_ERROR);

    expect(await deleteAccount()).toMatchObject({ status: 200, body: { closed: true } });

    expect(signIns.has(user)).toBe(false);
    expect(imagesOf(user)).toEqual([]);
    // finish-closings needs it to repeat the step.
    expect(await findUserItem(user)).toMatchObject({ stripeCustomerId: 'cus_1', closing: 'yes' });
  });

  const SESSIONS = '/v1/checkout/sessions';

  /** @returns the user. */
  async function openTwoSessions(): Promise<string> {
    const buyer = newUser();
    await putUser(buyer, 0);
    for (const [index, priceId] of ['price_pro', 'price_elite'].entries()) {
      await requestCheckout(buyer, { requestId: `${buyer}-${index}`, body: { priceId } });
    }
    return buyer;
  }

  const sessionsOf = (userId: string) =>
    controls.sessions().flatMap(({ session }) => (session.client_reference_id === userId ? [session] : []));
  const sessionStates = (userId: string) => sessionsOf(userId).map(({ status }) => status);
});
