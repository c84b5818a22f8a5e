import { randomUUID } from 'node:crypto';
import { traces } from '../../../support/left-behind.ts';
import { violationsOf } from '../../../support/violations.ts';
import { callAs } from '../../call.ts';
import { userWithEverything } from '../../faults/operations/endings.ts';
import { deliver, eventOf, openCheckout, STARTER, type Event } from '../../faults/operations/shop.ts';
import { CREDITS, openUser } from '../../faults/user.ts';
import type { World } from '../../faults/world.ts';
import type { Leftover, StoryName } from './protocol.ts';

/** Something with several writes, for a process to die in and another one to finish. */
interface Story {
  prepare(world: World): Promise<Leftover>;
  /** Asks, or asks again. @returns whether that was an end of it. */
  ask(world: World, leftover: Leftover): Promise<boolean>;
  /** What is wrong when all is over. */
  wrong(world: World, leftover: Leftover): Promise<string[]>;
}

const generation: Story = {
  async prepare(world) {
    const { userId } = await openUser(world);
    return { story: 'generation', userId, generationId: randomUUID() };
  },
  async ask({ cloud }, { userId, generationId }) {
    const body = { prompt: `a castle ${userId}`, userId, generationId };
    const { status } = await callAs(cloud, { userId, email: undefined }, 'generateThumbnail', { body });
    return status === 200;
  },
  async wrong({ audit }, { userId }) {
    const [thumbnail] = await audit.thumbnails(userId);
    const left = CREDITS - (thumbnail?.status === 'succeeded' ? 1 : 0);
    const balance = await audit.balance(userId);
    return [
      ...(balance === left ? [] : [`${CREDITS} credits became ${balance}`]),
      ...(await violationsOf(audit, userId)),
    ];
  },
};

const purchase: Story = {
  async prepare(world) {
    const caller = await openUser(world);
    const session = await openCheckout(world, caller);
    const { controls } = world.cloud.stripe;
    const event = eventOf(world, 'checkout.session.completed', () => controls.pay(session));
    return { story: 'purchase', userId: caller.userId, event: JSON.stringify(event) };
  },
  // It was written by `prepare`, of the process before.
  ask: (world, { event = '' }) => deliver(world, JSON.parse(event) as Event),
  async wrong({ audit }, { userId }) {
    const balance = await audit.balance(userId);
    return [
      ...(balance === CREDITS + STARTER.credits ? [] : [`a purchase left ${balance} credits`]),
      ...(await violationsOf(audit, userId)),
    ];
  },
};

const closing: Story = {
  async prepare(world) {
    return { story: 'closing', userId: (await userWithEverything(world)).userId };
  },
  async ask({ cloud }, { userId }) {
    return (await callAs(cloud, { userId, email: undefined }, 'deleteAccount')).status === 200;
  },
  wrong: ({ leftBehind, audit }, { userId }) => traces(leftBehind, audit, userId),
};

export const STORY: Record<StoryName, Story> = { generation, purchase, closing };
