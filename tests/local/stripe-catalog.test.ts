import { describe, expect, it } from 'vitest';
import { checkout, idOf, PRO, startWorld } from './stripe-world.ts';

describe('the catalogue', () => {
  it('has what was registered, once', async () => {
    const { stripe, standIn } = await startWorld();
    standIn.addPrice(PRO);

    const prices = await stripe.prices.list({ lookup_keys: ['pro', 'other'], expand: ['data.product'] });

    expect(prices.data).toMatchObject([
      {
        id: PRO.id,
        object: 'price',
        active: true,
        currency: 'gbp',
        unit_amount: 700,
        type: 'one_time',
        product: { object: 'product', name: 'Pro', active: true },
      },
    ]);
    expect((await stripe.products.list()).data).toHaveLength(1);
  });

  it('takes a registered price with other values as new', async () => {
    const { stripe, standIn } = await startWorld();
    standIn.addPrice({ ...PRO, amount: 800 });

    expect(await stripe.prices.retrieve(PRO.id)).toMatchObject({ unit_amount: 800, lookup_key: 'pro' });
  });

  it('lets a setup make products and prices, find them again, and change them', async () => {
    const { stripe } = await startWorld();
    const product = await stripe.products.create({
      name: 'Elite',
      description: 'The most',
      metadata: { a: '1' },
    });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'gbp',
      unit_amount: 1000,
      lookup_key: 'elite',
    });

    expect((await stripe.prices.list({ lookup_keys: ['elite'], active: true })).data).toEqual([price]);
    expect((await stripe.prices.list({ product: product.id })).data).toEqual([price]);
    expect((await stripe.prices.list({ active: false })).data).toEqual([]);
    expect((await stripe.products.list({ ids: [product.id], active: true })).data).toEqual([product]);
    expect(await stripe.products.retrieve(product.id)).toEqual(product);

    const changes = { name: 'Elite+', description: '', metadata: { a: '', b: '2' }, default_price: price.id };
    expect(await stripe.products.update(product.id, changes)).toMatchObject({
      name: 'Elite+',
      description: null,
      metadata: { b: '2' },
      default_price: price.id,
    });
    expect(await stripe.products.update(product.id, { metadata: '' })).toMatchObject({ metadata: {} });
    expect(await stripe.prices.update(price.id, { active: false, nickname: 'old' })).toMatchObject({
      active: false,
      nickname: 'old',
    });
  });

  it('makes a price together with its product', async () => {
    const { stripe } = await startWorld();

    const { product } = await stripe.prices.create({
      currency: 'gbp',
      unit_amount: 100,
      product_data: { name: 'Taster' },
    });

    expect(await stripe.products.retrieve(idOf(product))).toMatchObject({ name: 'Taster' });
  });

  it('gives a lookup key to one price only, and moves it when asked', async () => {
    const { stripe } = await startWorld();
    const product = idOf((await stripe.prices.retrieve(PRO.id)).product);
    const another = { product, currency: 'gbp', unit_amount: 750, lookup_key: 'pro' };

    await expect(stripe.prices.create(another)).rejects.toMatchObject({
      param: 'lookup_key',
      message: `A price (\`${PRO.id}\`) already uses that lookup key.`,
    });
    const moved = await stripe.prices.create({ ...another, transfer_lookup_key: true });

    expect((await stripe.prices.list({ lookup_keys: ['pro'] })).data).toEqual([moved]);
    expect(await stripe.prices.retrieve(PRO.id)).toMatchObject({ lookup_key: null, active: true });
    await stripe.prices.update(PRO.id, { lookup_key: 'pro', transfer_lookup_key: true });
    expect(await stripe.prices.retrieve(moved.id)).toMatchObject({ lookup_key: null });
  });

  it.each<[string, object, object]>([
    ['no currency', { unit_amount: 1 }, { code: 'parameter_missing', param: 'currency' }],
    [
      'no amount',
      { currency: 'gbp', product: 'prod_pro' },
      { code: 'parameter_missing', param: 'unit_amount' },
    ],
    ['no product', { currency: 'gbp', unit_amount: 1 }, { param: 'product' }],
    [
      'an unknown product',
      { currency: 'gbp', unit_amount: 1, product: 'prod_x' },
      { code: 'resource_missing' },
    ],
    ['a rhythm', { currency: 'gbp', recurring: { interval: 'month' } }, { param: 'recurring' }],
  ])('refuses a price with %s', async (_, params, error) => {
    const { stripe } = await startWorld();

    await expect(stripe.prices.create(params as { currency: string })).rejects.toMatchObject({
      statusCode: 400,
      ...error,
    });
  });

  it('does not change what a price costs', async () => {
    const { stripe } = await startWorld();

    await expect(stripe.prices.update(PRO.id, { unit_amount: 1 } as object)).rejects.toMatchObject({
      code: 'parameter_unknown',
    });
  });

  it.each([
    ['price', (id: string) => ['prices', id]],
    ['product', (id: string) => ['products', id]],
    ['customer', (id: string) => ['customers', id]],
    ['checkout.session', (id: string) => ['checkout/sessions', id]],
    ['payment_intent', (id: string) => ['payment_intents', id]],
    ['charge', (id: string) => ['charges', id]],
    ['refund', (id: string) => ['refunds', id]],
    ['dispute', (id: string) => ['disputes', id]],
    ['event', (id: string) => ['events', id]],
  ])('says that there is no such %s', async (kind, path) => {
    const { stripe } = await startWorld();

    await expect(stripe.rawRequest('GET', `/v1/${path('nothing_1').join('/')}`)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: `No such ${kind}: 'nothing_1'`,
      param: 'id',
    });
  });
});

describe('webhook endpoints', () => {
  it('are kept, with a secret that is told once', async () => {
    const { stripe } = await startWorld();
    const made = await stripe.webhookEndpoints.create({
      url: 'https://thumbforge.example/api/stripe-webhook',
      enabled_events: ['checkout.session.completed'],
      metadata: { stage: 'dev' },
    });
    const { secret, ...rest } = made;

    expect(secret).toMatch(/^whsec_/);
    expect((await stripe.webhookEndpoints.list()).data).toEqual([rest]);
    const changes = { enabled_events: ['charge.refunded' as const], disabled: true, description: 'dev' };
    expect(await stripe.webhookEndpoints.update(made.id, changes)).toMatchObject({
      id: made.id,
      enabled_events: ['charge.refunded'],
      status: 'disabled',
      description: 'dev',
    });
    expect(await stripe.webhookEndpoints.retrieve(made.id)).toMatchObject({ status: 'disabled' });
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
    await expect(stripe.webhookEndpoints.del(made.id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('must be reachable from Stripe', async () => {
    const { stripe } = await startWorld();

    await expect(
      stripe.webhookEndpoints.create({ url: 'http://localhost:5173/hook', enabled_events: ['*'] }),
    ).rejects.toMatchObject({ code: 'url_invalid', param: 'url' });
  });
});

it('knows its account and its balance', async () => {
  const world = await startWorld();
  const { id } = await checkout(world);
  world.controls.pay(id);
  world.controls.refund(id, 100);

  expect(await world.stripe.accounts.retrieveCurrent()).toMatchObject({
    object: 'account',
    charges_enabled: true,
  });
  expect(await world.stripe.balance.retrieve()).toMatchObject({
    livemode: false,
    pending: [{ amount: 600, currency: 'gbp' }],
  });
});
