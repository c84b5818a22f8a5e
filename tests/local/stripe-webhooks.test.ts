import { describe, expect, it, vi } from 'vitest';

import { COMPLETED, eventState, openCheckout, pay, startFixture, WEBHOOK_SECRET } from './stripe-fixtures.ts';

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
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'hold' });
    const { id } = await openCheckout(fixture);
    fixture.controls.pay(id, 'pay_later');
    fixture.controls.settle(id, 'succeeded');

    fixture.controls.release();
    await fixture.controls.idle();

    const sessions = fixture.receiver.received.filter(({ event }) => event.type.startsWith('checkout'));
    expect(sessions.map(({ event }) => event.data.object)).toMatchObject([
      { payment_status: 'unpaid' },
      { payment_status: 'paid' },
    ]);
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
      timeout: 30_000,
    });
    clock.advance(1_100);
    controls.setMode({ kind: 'normal' });
    await controls.idle();

    const [first, second, third] = receiver.received;
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body]);
    expect(second?.signature).not.toBe(first?.signature);
    const [view] = controls.events();
    expect(view?.state).toBe('delivered');
    expect(controls.deliveries(view?.event.id ?? '').map((attempt) => attempt.status)).toEqual([
      status,
      status,
      200,
    ]);
  });

  it('ends after ten attempts', async () => {
    const fixture = await startFixture();
    const { controls, receiver, clock } = fixture;
    receiver.answers.push(...Array.from({ length: 20 }, () => 500));
    await fixture.stripe.customers.create({});

    for (const delay of [1_000, 5_000, 30_000, ...Array.from({ length: 6 }, () => 60_000)]) {
      await vi.waitFor(() => expect(controls.events()[0]?.state).toBe('scheduled'), {
        interval: 1,
        timeout: 30_000,
      });
      expect(controls.events()[0]?.due).toBeGreaterThan(clock.now() + delay / 2);
      clock.advance(delay);
      // Any change sends what is due.
      controls.setMode({ kind: 'normal' });
    }
    await controls.idle();

    expect(controls.events()[0]?.state).toBe('failed');
    expect(receiver.received).toHaveLength(10);
  });
});

it('An event can be sent again in every mode, also with the same content under a new id', async () => {
  const fixture = await startFixture();
  const { eventId } = await pay(fixture);
  await fixture.controls.idle();
  fixture.controls.setMode({ kind: 'drop' });

  fixture.controls.sendAgain(eventId);
  const copy = fixture.controls.sendAsNew(eventId);
  await fixture.controls.idle();

  const sent = fixture.receiver.received.filter(({ event }) => event.type === COMPLETED);
  const again = sent.filter(({ event }) => event.id === eventId);
  expect(again.map(({ body }) => body)).toEqual([again[0]?.body, again[0]?.body]);
  const asNew = sent.find(({ event }) => event.id === copy.id);
  expect(copy.id).not.toBe(eventId);
  expect(asNew?.event.data.object).toEqual(again[0]?.event.data.object);
  expect(() => fixture.controls.sendAgain('evt_x')).toThrow("No such event: 'evt_x'");
});

describe('the mode of new events', () => {
  it('"twice" sends each event two times', async () => {
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'twice' });
    await pay(fixture);
    await fixture.controls.idle();

    const types = ['charge.succeeded', COMPLETED, 'payment_intent.succeeded'];
    expect(fixture.receiver.types().toSorted()).toEqual(types.flatMap((type) => [type, type]));
  });

  it('"delay" sets a timer, so that no other change is necessary', async () => {
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'delay', seconds: 0.01 });
    const { eventId } = await pay(fixture);
    expect(eventState(fixture, eventId)).toBe('scheduled');

    await fixture.controls.idle();

    expect(fixture.receiver.received).toHaveLength(3);
  });

  it('"hold" keeps events until they are released, one or all, oldest first', async () => {
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'hold' });
    const { eventId } = await pay(fixture);
    await fixture.controls.idle();
    expect(fixture.receiver.received).toHaveLength(0);
    expect(eventState(fixture, eventId)).toBe('held');

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
    await fixture.controls.idle();
    expect(fixture.receiver.types()).toEqual([COMPLETED, 'payment_intent.succeeded', 'charge.succeeded']);

    await fixture.stripe.customers.create({});
    await fixture.controls.idle();
    expect(fixture.receiver.received).toHaveLength(3);
    expect(fixture.controls.release()).toBe(1);
    await fixture.controls.idle();
    expect(fixture.receiver.types().at(-1)).toBe('customer.created');
  });

  it('"drop" sends nothing until someone sends the event again', async () => {
    const fixture = await startFixture();
    fixture.controls.setMode({ kind: 'drop', only: [COMPLETED] });
    const { eventId } = await pay(fixture);
    await fixture.controls.idle();
    expect(eventState(fixture, eventId)).toBe('dropped');
    expect(fixture.receiver.types()).not.toContain(COMPLETED);

    fixture.controls.sendAgain(eventId);
    await fixture.controls.idle();

    expect(fixture.receiver.types().at(-1)).toBe(COMPLETED);
    expect(eventState(fixture, eventId)).toBe('delivered');
  });
});
