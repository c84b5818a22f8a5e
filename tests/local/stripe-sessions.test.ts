import { describe, expect, it } from 'vitest';
import { openCheckout, PRO, SESSION, startFixture } from './stripe-fixtures.ts';

const { customer_email: _email, ...WITHOUT_EMAIL } = SESSION;

const PRICE_PARAM = 'line_items[0][price]';
const lineItem = (change: object) => ({ line_items: [{ price: PRO.id, quantity: 1, ...change }] });

describe('a checkout session', () => {
  it('is created with the fields that the product reads, and read back the same', async () => {
    const fixture = await startFixture();

    const session = await openCheckout(fixture, {
      line_items: [{ price: PRO.id, quantity: 3 }],
      metadata: { pack: 'pro', removed: '' },
    });

    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 3 * PRO.amount,
      currency: 'gbp',
      client_reference_id: 'user-1',
      customer: null,
      customer_details: { email: 'ada@example.com' },
      expires_at: session.created + 86_400,
      livemode: false,
      metadata: { pack: 'pro' },
      payment_intent: null,
      success_url: SESSION.success_url,
      cancel_url: SESSION.cancel_url,
      url: `${fixture.standIn.endpoint}/pay/${session.id}`,
    });
    expect(session).not.toHaveProperty('line_items');
    expect(await fixture.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('takes the e-mail address of its customer', async () => {
    const { stripe } = await startFixture();
    const { id: customer } = await stripe.customers.create({ email: 'grace@example.com' });

    expect(await stripe.checkout.sessions.create({ ...WITHOUT_EMAIL, customer })).toMatchObject({
      customer,
      customer_details: { email: 'grace@example.com' },
    });
  });

  it('is found by its payment intent', async () => {
    const fixture = await startFixture();
    const { id } = await openCheckout(fixture);
    await openCheckout(fixture);
    fixture.controls.pay(id);
    const { sessions } = fixture.stripe.checkout;
    const { payment_intent: intent } = await sessions.retrieve(id);

    expect((await sessions.list({ payment_intent: intent as string })).data).toMatchObject([{ id }]);
    expect((await sessions.list({ payment_intent: 'pi_x' })).data).toEqual([]);
  });

  it.each<[string, object, object]>([
    ['an unknown parameter', { tip: 1 }, { code: 'parameter_unknown', param: 'tip' }],
    [
      'an unknown parameter inside another',
      { payment_intent_data: { amount: 1 } },
      { code: 'parameter_unknown', param: 'payment_intent_data[amount]' },
    ],
    ['an unknown price', lineItem({ price: 'price_x' }), { code: 'resource_missing', param: PRICE_PARAM }],
    ['an invalid e-mail', { customer_email: 'ada' }, { code: 'email_invalid', param: 'customer_email' }],
  ])('is refused with %s', async (_, change, error) => {
    const { stripe } = await startFixture();

    await expect(stripe.checkout.sessions.create({ ...SESSION, ...change })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...error,
    });
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });
});
