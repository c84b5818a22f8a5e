import { describe, expect, it } from 'vitest';
import { startStripe } from '../../local/emulators/stripe/stripe.ts';
import { API_KEY, checkout, clientOf, COMPLETED, pay, SECRET, startWorld } from './stripe-world.ts';

describe('an event', () => {
  it('is signed and shaped as Stripe’s are', async () => {
    const world = await startWorld();
    const { id } = await pay(world);
    await world.controls.idle();

    const received = world.receiver.received.find(({ event }) => event.id === id);

    expect(received?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(received?.event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(world.clock.now() / 1000),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: COMPLETED,
      data: { object: { object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
    });
    expect(() =>
      world.stripe.webhooks.constructEvent(`${received?.body} `, received?.signature ?? '', SECRET),
    ).toThrow('No signatures found');
  });

  it('names the request that caused it', async () => {
    const world = await startWorld();
    const customer = await world.stripe.customers.create({}, { idempotencyKey: 'key-1' });
    await world.controls.idle();

    expect(world.receiver.received[0]?.event).toMatchObject({
      type: 'customer.created',
      request: { id: customer.lastResponse.requestId, idempotency_key: 'key-1' },
    });
  });

  it('tells how things were then, whatever became of them', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'hold' });
    const { id } = await checkout(world);
    world.controls.pay(id, 'pay_later');
    world.controls.settle(id, 'succeeded');

    world.controls.release();
    await world.controls.idle();

    const sessions = world.receiver.received.filter(({ event }) => event.type.startsWith('checkout'));
    expect(sessions.map(({ event }) => event.data.object)).toMatchObject([
      { payment_status: 'unpaid' },
      { payment_status: 'paid' },
    ]);
  });

  it('can be read and listed through the API', async () => {
    const world = await startWorld();
    const { id } = await pay(world);
    const { stripe } = world;
    expect(await stripe.events.retrieve(id)).toMatchObject({ id, pending_webhooks: 1 });
    await world.controls.idle();

    expect(await stripe.events.retrieve(id)).toMatchObject({ id, pending_webhooks: 0 });
    expect((await stripe.events.list({ type: COMPLETED })).data).toHaveLength(1);
    expect((await stripe.events.list({ types: [COMPLETED, 'charge.succeeded'] })).data).toHaveLength(2);
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(0);
    expect((await stripe.events.list()).data[0]?.id).toBe(id);
  });

  it('is only listed where there is no webhook', async () => {
    const standIn = await startStripe({ apiKey: API_KEY });
    await clientOf(standIn.endpoint).customers.create({});

    await standIn.controls.idle();

    expect(standIn.controls.events()).toMatchObject([{ state: 'unsent', event: { pending_webhooks: 0 } }]);
    await standIn.close();
  });
});

describe('an event that does not arrive', () => {
  it.each([500, 404, 301])('is sent again after %i, later and later', async (status) => {
    const world = await startWorld();
    world.receiver.answers.push(status, status);
    await world.stripe.customers.create({});

    await world.clock.waiting(1_000);
    expect(world.controls.events()).toMatchObject([{ state: 'scheduled', due: world.clock.now() + 1_000 }]);
    world.clock.advance(1_000);
    await world.clock.waiting(5_000);
    world.clock.advance(5_000);
    await world.controls.idle();

    const [first, ...others] = world.receiver.received;
    expect(others.map(({ body }) => body)).toEqual([first?.body, first?.body]);
    expect(new Set(world.receiver.received.map(({ signature }) => signature)).size).toBe(3);
    const [{ event, state } = { event: { id: '' } }] = world.controls.events();
    expect(state).toBe('arrived');
    expect(world.controls.deliveries(event.id).map((attempt) => attempt.status)).toEqual([
      status,
      status,
      200,
    ]);
  });

  it('is given up in the end', async () => {
    const world = await startWorld({ retryDelays: [10, 20] });
    world.receiver.answers.push(500, 500, 500);
    await world.stripe.customers.create({});
    for (const delay of [10, 20]) {
      await world.clock.waiting(delay);
      world.clock.advance(delay);
    }
    await world.controls.idle();

    expect(world.controls.events()).toMatchObject([{ state: 'gone' }]);
    expect(world.receiver.received).toHaveLength(3);
  });

  it('is sent ten times by default', async () => {
    const world = await startWorld();
    world.receiver.answers.push(...Array.from({ length: 20 }, () => 500));
    await world.stripe.customers.create({});
    for (const delay of [1_000, 5_000, 30_000, ...Array.from({ length: 6 }, () => 60_000)]) {
      await world.clock.waiting(delay);
      world.clock.advance(delay);
    }
    await world.controls.idle();

    expect(world.receiver.received).toHaveLength(10);
  });

  it('has failed when nobody answers within ten seconds', async () => {
    const world = await startWorld({ retryDelays: [] });
    world.receiver.answers.push('never');
    await world.stripe.customers.create({});
    await world.receiver.got(1);

    world.clock.advance(10_000);
    await world.controls.idle();

    expect(world.controls.events()).toMatchObject([
      { state: 'gone', attempts: [{ status: null, problem: 'no answer within 10 s' }] },
    ]);
  });

  it('says why when nobody listens', async () => {
    const world = await startWorld({ retryDelays: [] });
    world.standIn.setWebhook({ url: 'http://127.0.0.1:9/', secret: SECRET });
    await world.stripe.customers.create({});
    await world.controls.idle();

    expect(world.controls.events()).toMatchObject([
      { attempts: [{ status: null, problem: expect.any(String) as string }] },
    ]);
  });
});
