import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { checkout, idOf, PRO, SESSION, SITE, startWorld } from './stripe-world.ts';

describe('a checkout session', () => {
  it('is made as the package describes it, and read back the same', async () => {
    const world = await startWorld();

    const session = await checkout(world, { metadata: { pack: 'pro', dropped: '' } });

    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: PRO.amount,
      amount_total: PRO.amount,
      currency: 'gbp',
      client_reference_id: 'user-1',
      customer: null,
      customer_creation: 'if_required',
      customer_email: 'ada@example.com',
      customer_details: { email: 'ada@example.com' },
      expires_at: Math.floor(world.clock.now() / 1000) + 86_400,
      livemode: false,
      metadata: { pack: 'pro' },
      payment_intent: null,
      success_url: SESSION.success_url,
      url: `${world.standIn.endpoint}/pay/${session.id}`,
    });
    expect(session).not.toHaveProperty('line_items');
    expect(await world.stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  it('adds up its items', async () => {
    const world = await startWorld();

    const session = await checkout(world, { line_items: [{ price: PRO.id, quantity: 3 }] });

    expect(session.amount_total).toBe(3 * PRO.amount);
    const { data } = await world.stripe.checkout.sessions.listLineItems(session.id);
    expect(data).toMatchObject([
      { object: 'item', quantity: 3, amount_total: 2100, description: 'Pro', price: { id: PRO.id } },
    ]);
  });

  it('is for a known customer, whose e-mail it takes', async () => {
    const world = await startWorld();
    const customer = await world.stripe.customers.create({
      email: 'grace@example.com',
      metadata: { userId: 'u' },
    });

    const made = await checkout(world, { customer: customer.id, customer_email: undefined });

    expect(made).toMatchObject({
      customer: customer.id,
      customer_creation: null,
      customer_details: { email: 'grace@example.com' },
    });
    expect(await world.stripe.customers.retrieve(customer.id)).toEqual(customer);
    await world.controls.idle();
    expect(world.receiver.types()).toEqual(['customer.created']);
  });

  it('makes the customer when it is paid, if asked to', async () => {
    const world = await startWorld();
    const { id } = await checkout(world, { customer_creation: 'always' });
    world.controls.pay(id);

    const session = await world.stripe.checkout.sessions.retrieve(id, {
      expand: ['customer', 'payment_intent'],
    });

    expect(session.customer).toMatchObject({ object: 'customer', email: 'ada@example.com' });
    expect(session.payment_intent).toMatchObject({ customer: (session.customer as Stripe.Customer).id });
  });

  it('passes on what is meant for its payment', async () => {
    const world = await startWorld();
    const payment_intent_data = {
      metadata: { userId: 'user-1' },
      receipt_email: 'ada@example.com',
      description: '25 credits',
    };
    const { id } = await checkout(world, { payment_intent_data });
    world.controls.pay(id);

    const session = await world.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });

    expect(session.payment_intent).toMatchObject({
      ...payment_intent_data,
      status: 'succeeded',
      amount_received: PRO.amount,
      latest_charge: { ...payment_intent_data, status: 'succeeded', paid: true },
    });
    expect(session.line_items?.data).toHaveLength(1);
  });

  it('is listed by payment, customer and status, newest first', async () => {
    const world = await startWorld();
    const { sessions } = world.stripe.checkout;
    const paid = await checkout(world, { customer_creation: 'always' });
    const open = await checkout(world);
    world.controls.pay(paid.id);
    const { payment_intent, customer } = await sessions.retrieve(paid.id);
    const idsOf = async (params: Stripe.Checkout.SessionListParams) =>
      (await sessions.list(params)).data.map(({ id }) => id);

    expect(await idsOf({})).toEqual([open.id, paid.id]);
    expect(await idsOf({ payment_intent: idOf(payment_intent) })).toEqual([paid.id]);
    expect(await idsOf({ customer: idOf(customer) })).toEqual([paid.id]);
    expect(await idsOf({ status: 'open' })).toEqual([open.id]);
    expect(await idsOf({ customer_details: { email: 'nobody@example.com' } })).toEqual([]);
  });

  it('can be expired while it is open', async () => {
    const world = await startWorld();
    const { id } = await checkout(world);

    expect(await world.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });

    await expect(world.stripe.checkout.sessions.expire(id)).rejects.toThrow(
      'Only Checkout Sessions with a status',
    );
    expect(() => world.controls.pay(id)).toThrow('expired');
    await world.controls.idle();
    expect(world.receiver.types()).toEqual(['checkout.session.expired']);
  });

  it('expires by itself when its time has come', async () => {
    const world = await startWorld();
    const { id } = await checkout(world, { expires_at: Math.floor(world.clock.now() / 1000) + 1800 });

    world.clock.advance(1_799_000);
    expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
    world.clock.advance(1_000);
    expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  });

  it.each<[string, object, object]>([
    [
      'an unknown parameter',
      { foo: 1 },
      { code: 'parameter_unknown', message: 'Received unknown parameter: foo' },
    ],
    [
      'the payment method types of old',
      { payment_method_types: ['card'] },
      { code: 'parameter_unknown', param: 'payment_method_types' },
    ],
    [
      'an unknown parameter inside another',
      { payment_intent_data: { amount: 1 } },
      { code: 'parameter_unknown', param: 'payment_intent_data[amount]' },
    ],
    ['no mode', { mode: undefined }, { code: 'parameter_missing', message: 'Missing required param: mode.' }],
    ['no items', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    [
      'no price',
      { line_items: [{ quantity: 1 }] },
      { code: 'parameter_missing', param: 'line_items[0][price]' },
    ],
    ['no quantity', { line_items: [{ price: PRO.id }] }, { param: 'line_items[0][quantity]' }],
    ['no way back', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    [
      'a price that is not there',
      { line_items: [{ price: 'price_x', quantity: 1 }] },
      { code: 'resource_missing', message: "No such price: 'price_x'", param: 'line_items[0][price]' },
    ],
    [
      'a quantity that is no number',
      { line_items: [{ price: PRO.id, quantity: 'two' }] },
      {
        code: 'parameter_invalid_integer',
        message: 'Invalid integer: two',
        param: 'line_items[0][quantity]',
      },
    ],
    [
      'a quantity of none',
      { line_items: [{ price: PRO.id, quantity: 0 }] },
      { message: 'This value must be greater than or equal to 1.' },
    ],
    [
      'items that are no list',
      { line_items: 'price_pro' },
      { message: 'Invalid array', param: 'line_items' },
    ],
    [
      'an unknown mode',
      { mode: 'gift' },
      { message: 'Invalid mode: must be one of payment, setup, or subscription', param: 'mode' },
    ],
    [
      'a switch that is neither on nor off',
      { allow_promotion_codes: 'yes' },
      { message: 'Invalid boolean: yes' },
    ],
    ['an address that is none', { success_url: 'thumbforge' }, { code: 'url_invalid', param: 'success_url' }],
    ['an e-mail that is none', { customer_email: 'ada' }, { code: 'email_invalid', param: 'customer_email' }],
    ['an empty value', { client_reference_id: '' }, { code: 'parameter_invalid_empty' }],
    [
      'a reference that is too long',
      { client_reference_id: 'x'.repeat(201) },
      { param: 'client_reference_id' },
    ],
    ['metadata that is too long', { metadata: { a: 'x'.repeat(501) } }, { param: 'metadata[a]' }],
    ['a customer and an e-mail', { customer: 'cus_1' }, { param: 'customer_email' }],
    [
      'a customer that is not there',
      { customer: 'cus_1', customer_email: undefined },
      { code: 'resource_missing', message: "No such customer: 'cus_1'", param: 'customer' },
    ],
    ['an end too soon', { expires_at: 1_795_262_400 }, { param: 'expires_at' }],
    ['an end too late', { expires_at: 1_895_262_400 }, { param: 'expires_at' }],
    ['another currency', { currency: 'usd' }, { param: 'line_items' }],
    ['what the stand-in lacks, and says so', { discounts: [{ coupon: 'x' }] }, { param: 'discounts' }],
    ['a subscription', { mode: 'subscription' }, { param: 'mode' }],
  ])('is refused with %s', async (_, change, error) => {
    const { stripe } = await startWorld();

    const refusal = stripe.checkout.sessions.create({ ...SESSION, ...change });

    await expect(refusal).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      statusCode: 400,
      ...error,
    });
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  it('is refused below what can be charged', async () => {
    const { stripe, standIn } = await startWorld();
    standIn.addPrice({ id: 'price_penny', lookupKey: 'penny', product: 'Penny', amount: 1, currency: 'gbp' });

    await expect(
      stripe.checkout.sessions.create({ ...SESSION, line_items: [{ price: 'price_penny', quantity: 1 }] }),
    ).rejects.toMatchObject({
      code: 'amount_too_small',
      message: expect.stringContaining('£0.30') as string,
    });
  });

  it('is refused for a price that is no longer on sale', async () => {
    const world = await startWorld();
    await world.stripe.prices.update(PRO.id, { active: false });

    await expect(checkout(world)).rejects.toMatchObject({ param: 'line_items[0][price]' });
  });

  it('sends the customer back with its id', async () => {
    const world = await startWorld();
    const session = await checkout(world);

    const answer = await fetch(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ action: 'pay' }),
      redirect: 'manual',
    });

    expect(answer.headers.get('location')).toBe(`${SITE}/?purchase=success&session=${session.id}`);
  });
});
