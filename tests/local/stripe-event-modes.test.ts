import { describe, expect, it } from 'vitest';
import { checkout, COMPLETED, pay, SECRET, startWorld, stateOf } from './stripe-world.ts';

describe('sending again', () => {
  it('repeats the very event', async () => {
    const world = await startWorld();
    const { id } = await pay(world);
    await world.controls.idle();

    world.controls.sendAgain(id);
    await world.controls.idle();

    const copies = world.receiver.received.filter(({ event }) => event.id === id);
    expect(copies).toHaveLength(2);
    expect(copies[0]?.body).toBe(copies[1]?.body);
  });

  it('can sign it as if long ago', async () => {
    const world = await startWorld();
    const { id } = await pay(world);
    await world.controls.idle();

    world.controls.sendAgain(id, { signedSecondsAgo: 600 });
    await world.controls.idle();

    const { body = '', signature = '' } = world.receiver.received.at(-1) ?? {};
    expect(() =>
      world.stripe.webhooks.constructEvent(body, signature, SECRET, 300, undefined, world.clock.now()),
    ).toThrow('Timestamp outside the tolerance zone');
  });

  it('can tell the same under a new event id', async () => {
    const world = await startWorld();
    const { id } = await pay(world);
    const again = world.controls.sendAsNew(id);
    await world.controls.idle();

    const [one, other] = world.receiver.received.filter(({ event }) => event.type === COMPLETED);
    expect(again.id).not.toBe(id);
    expect(new Set([one?.event.id, other?.event.id])).toEqual(new Set([id, again.id]));
    expect(one?.event.data.object).toEqual(other?.event.data.object);
  });

  it('asks no mode', async () => {
    const world = await startWorld();
    const { id } = await pay(world);
    await world.controls.idle();
    world.controls.setMode({ kind: 'drop' });

    const again = world.controls.sendAsNew(id);
    world.controls.sendAgain(id);
    await world.controls.idle();

    expect(
      world.receiver.received
        .slice(3)
        .map(({ event }) => event.id)
        .toSorted(),
    ).toEqual([id, again.id].toSorted());
  });

  it('knows no other event', async () => {
    const { controls } = await startWorld();

    expect(() => controls.sendAgain('evt_x')).toThrow("No such event: 'evt_x'");
  });
});

describe('coming events', () => {
  it('are sent twice', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'twice' });
    await pay(world);
    await world.controls.idle();

    expect(world.receiver.types().toSorted()).toEqual([
      'charge.succeeded',
      'charge.succeeded',
      COMPLETED,
      COMPLETED,
      'payment_intent.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  it('are delayed', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'delay', seconds: 30 });
    const { id } = await pay(world);
    expect(stateOf(world, id)).toBe('scheduled');

    world.clock.advance(29_999);
    expect(world.receiver.received).toHaveLength(0);
    world.clock.advance(1);
    await world.controls.idle();

    expect(world.receiver.received).toHaveLength(3);
  });

  it('are held until they are released, one or all, oldest first', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'hold' });
    const { id } = await pay(world);
    await world.controls.idle();
    expect(world.receiver.received).toHaveLength(0);
    expect(stateOf(world, id)).toBe('held');

    expect(world.controls.release(id)).toBe(1);
    await world.controls.idle();
    expect(world.controls.release()).toBe(2);
    await world.controls.idle();

    expect(world.receiver.types()).toEqual([COMPLETED, 'charge.succeeded', 'payment_intent.succeeded']);
    expect(world.controls.release()).toBe(0);
  });

  it('are held by type, so that a refund can overtake its payment', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'hold', only: [COMPLETED] });
    const { id } = await checkout(world);
    world.controls.pay(id);
    world.controls.refund(id);
    await world.controls.idle();
    expect(world.receiver.types()).toContain('charge.refunded');
    expect(world.receiver.types()).not.toContain(COMPLETED);

    world.controls.release();
    await world.controls.idle();

    expect(world.receiver.types().at(-1)).toBe(COMPLETED);
  });

  it('are reordered, so many at a time', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'reorder', count: 3 });
    await pay(world);
    await world.controls.idle();
    expect(world.receiver.types()).toEqual([COMPLETED, 'payment_intent.succeeded', 'charge.succeeded']);

    await world.stripe.customers.create({});
    await world.controls.idle();
    expect(world.receiver.received).toHaveLength(3);
    expect(world.controls.release()).toBe(1);
    await world.controls.idle();
    expect(world.receiver.types().at(-1)).toBe('customer.created');
  });

  it('are dropped, and can still be sent by hand', async () => {
    const world = await startWorld();
    world.controls.setMode({ kind: 'drop', only: [COMPLETED] });
    const { id } = await pay(world);
    await world.controls.idle();
    expect(stateOf(world, id)).toBe('dropped');
    expect(world.receiver.types()).not.toContain(COMPLETED);

    world.controls.sendAgain(id);
    await world.controls.idle();

    expect(world.receiver.types().at(-1)).toBe(COMPLETED);
    expect(stateOf(world, id)).toBe('arrived');
  });

  it('are as before when the mode is normal again', async () => {
    const { controls, stripe, receiver } = await startWorld();
    controls.setMode({ kind: 'drop' });
    controls.setMode({ kind: 'normal' });
    await stripe.customers.create({});
    await controls.idle();

    expect(controls.mode()).toEqual({ kind: 'normal' });
    expect(receiver.received).toHaveLength(1);
  });
});

it('lets old events go, but none that is on its way', async () => {
  const world = await startWorld();
  world.controls.setMode({ kind: 'hold', only: [COMPLETED] });
  const { id } = await pay(world);
  world.controls.setMode({ kind: 'drop' });
  const open = await checkout(world);
  for (let count = 0; count < 260; count += 1) world.controls.pay(open.id, 'decline');

  expect(world.controls.events()).toHaveLength(500);
  expect(stateOf(world, id)).toBe('held');
});
