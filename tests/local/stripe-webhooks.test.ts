import { describe, expect, it, vi } from 'vitest';
import { withTempFolder } from '../support/temp-folder.ts';
import { COMPLETED, openCheckout, pay, startFixture, WEBHOOK_SECRET } from './stripe-fixtures.ts';

const PAYMENT_EVENTS = ['charge.succeeded', 'payment_intent.succeeded', COMPLETED];

describe('an event', () => {
  it('is signed and has Stripe’s format', async () => {
    const fixture = await startFixture();
    const { eventId } = await pay(fixture);
    await fixture.controls.idle();

    const received = fixture.receiver.received.find(({ event }) => event.id === eventId);

    expect(received?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(received?.event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      created: expect.any(Number) as number,
      livemode: false,
      pending_webhooks: 1,
      type: COMPLETED,
      data: { object: { object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
    });
    expect(() =>
      fixture.stripe.webhooks.constructEvent(`${received?.body} `, received?.signature ?? '', WEBHOOK_SECRET),
    ).toThrow('No signatures found');
  });

  it('has the state of its object at the time of the event', async () => {
    const { controls, receiver, ...fixture } = await startFixture();
    controls.setMode({ kind: 'hold' });
    const { id } = await openCheckout({ controls, receiver, ...fixture });
    controls.pay(id, 'pay_later');
    controls.settle(id, 'succeeded');

    controls.release();
    await controls.idle();

    const sessions = receiver.received.filter(({ event }) => event.type.startsWith('checkout'));
    expect(sessions.map(({ event }) => event.data.object)).toMatchObject([
      { payment_status: 'unpaid' },
      { payment_status: 'paid' },
    ]);
  });

  it('can be sent again in every mode, also with the same content under a new id', async () => {
    const { controls, receiver, ...fixture } = await startFixture();
    const { eventId } = await pay({ controls, receiver, ...fixture });
    await controls.idle();
    controls.setMode({ kind: 'drop' });

    controls.sendAgain(eventId);
    const copy = controls.sendAsNew(eventId);
    await controls.idle();

    const sent = receiver.received.filter(({ event }) => event.type === COMPLETED);
    expect(sent.map(({ event }) => event.id).toSorted()).toEqual([eventId, eventId, copy.id].toSorted());
    for (const { event } of sent) expect(event.data.object).toEqual(sent[0]?.event.data.object);
  });
});

describe('a failed delivery', () => {
  it.each([500, 301])('is repeated with a new signature after %i', async (status) => {
    const fixture = await startFixture({ retryDelays: [1_100, 1] });
    const { controls, receiver, clock } = fixture;
    receiver.answers.push(status, status);
    await fixture.stripe.customers.create({});

    await vi.waitFor(() => expect(controls.events()).toMatchObject([{ state: 'scheduled' }]), {
      interval: 1,
      // Only the limit of the test ends this wait.
      timeout: 60_000,
    });
    clock.advance(1_100);
    controls.setMode({ kind: 'normal' });
    await controls.idle();

    const [first, second, third] = receiver.received;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    expect(second?.signature).not.toBe(first?.signature);
    expect(controls.events()).toMatchObject([{ state: 'delivered', attempts: [status, status, 200] }]);
  });

  it('ends after ten attempts', async () => {
    const fixture = await startFixture({ retryDelays: Array.from({ length: 9 }, () => 0) });
    fixture.receiver.answers.push(...Array.from({ length: 20 }, () => 500));
    await fixture.stripe.customers.create({});

    await fixture.controls.idle();

    expect(fixture.controls.events()).toMatchObject([{ state: 'failed' }]);
    expect(fixture.receiver.received).toHaveLength(10);
  });
});

describe('the mode of new events', () => {
  it.each<[object, string[]]>([
    [{ kind: 'twice' }, PAYMENT_EVENTS.flatMap((type) => [type, type])],
    // The delay sets a timer, so that no other change is necessary.
    [{ kind: 'delay', seconds: 0.01 }, PAYMENT_EVENTS],
    [{ kind: 'drop' }, []],
    [{ kind: 'drop', only: [COMPLETED] }, PAYMENT_EVENTS.slice(0, 2)],
  ])('%j decides which events are sent', async (mode, types) => {
    const fixture = await startFixture();
    fixture.controls.setMode(mode as { kind: 'twice' });
    await pay(fixture);
    await fixture.controls.idle();

    expect(fixture.receiver.types().toSorted()).toEqual(types.toSorted());
  });

  it('"hold" keeps events until one event or all events are released, oldest first', async () => {
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'hold' });
    const { eventId } = await pay(fixture);
    await fixture.controls.idle();
    expect(fixture.receiver.types()).toEqual([]);

    expect(fixture.controls.release(eventId)).toBe(1);
    await fixture.controls.idle();
    expect(fixture.controls.release()).toBe(2);
    await fixture.controls.idle();

    expect(fixture.receiver.types()).toEqual([COMPLETED, 'charge.succeeded', 'payment_intent.succeeded']);
    expect(fixture.controls.release()).toBe(0);
  });

  it('"reorder" sends each complete batch with the last event first', async () => {
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'reorder', count: 3 });
    await pay(fixture);
    await fixture.stripe.customers.create({});
    await fixture.controls.idle();

    expect(fixture.receiver.types()).toEqual(PAYMENT_EVENTS.toReversed());
    expect(fixture.controls.release()).toBe(1);
  });
});

it('The next run has the same data, with links to the new address, and sends what was not delivered', async () => {
  await withTempFolder('stripe', async (dataDir) => {
    const first = await startFixture({ dataDir });
    first.receiver.answers.push('never');
    first.controls.setMode({ kind: 'hold', only: ['charge.succeeded'] });
    const create = { idempotencyKey: 'key-1' };
    const customer = await first.stripe.customers.create({}, create);
    const { sessionId } = await pay(first);
    const open = await openCheckout(first);
    await first.receiver.arrived(3);
    await first.standIn.close();

    const second = await startFixture({ dataDir });
    await second.controls.idle();

    expect(await second.stripe.checkout.sessions.retrieve(open.id)).toEqual({
      ...open,
      url: `${second.standIn.endpoint}/pay/${open.id}`,
    });
    expect((await second.stripe.customers.create({}, create)).id).toBe(customer.id);
    const [payment] = second.controls.payments();
    expect(payment).toMatchObject({ session: { id: sessionId } });
    expect(payment?.charge.receipt_url).toContain(`${second.standIn.endpoint}/receipts/`);
    expect(second.receiver.types()).toContain('customer.created');
    expect(second.receiver.types()).not.toContain('charge.succeeded');
    second.controls.release();
    await second.controls.idle();
    expect(second.receiver.types()).toContain('charge.succeeded');
  });
});
