import { randomUUID } from 'node:crypto';
import type { Plan } from '../../../integration/support/fault-proxy.ts';
import { traces } from '../../../support/left-behind.ts';
import { callAs, type Caller } from '../../call.ts';
import type { Operation, Trial } from '../trial.ts';
import { CREDITS, openUser, signedUpUser } from '../user.ts';
import { age, type World } from '../world.ts';
import { buy } from './shop.ts';

/** Does something while the wire behaves as planned. */
async function under(world: World, userId: string, plan: Plan, act: () => Promise<unknown>): Promise<void> {
  const lane = world.wire.follow([userId], plan);
  await act();
  lane.end();
}

function paint({ cloud }: World, caller: Caller) {
  const body = { prompt: `a castle ${caller.userId}`, userId: caller.userId, generationId: randomUUID() };
  return callAs(cloud, caller, 'generateThumbnail', { body });
}

/** Somebody with a purchase, a customer at Stripe, a picture and credits left. */
export async function userWithEverything(world: World): Promise<Caller> {
  const caller = await signedUpUser(world);
  await buy(world, caller);
  await paint(world, caller);
  return caller;
}

const closing: Operation = {
  name: 'close account',
  sampled: true,
  async prepare(world): Promise<Trial> {
    const caller = await userWithEverything(world);
    const { userId } = caller;
    return {
      userId,
      ask: async () => (await callAs(world.cloud, caller, 'deleteAccount')).status === 200,
      async wrong(answered) {
        if (answered || (await world.audit.account(userId)).closedAt !== undefined) {
          return traces(world.leftBehind, world.audit, userId);
        }
        // It never began: all is as it was.
        const isWhole = (await world.audit.images(userId)).length === 1;
        return isWhole && (await world.leftBehind.hasSignIn(userId))
          ? []
          : ['an open account lost something'];
      },
    };
  },
};

/** A schedule's run: it comes again until it has been through. */
function run(world: World, userId: string, name: 'RefundAbandoned' | 'FinishClosings'): Trial['ask'] {
  return async () => {
    await age(world, userId);
    return world.cloud.invoke(name, {}).then(
      () => true,
      () => false,
    );
  };
}

const finishing: Operation = {
  name: 'finish-closings',
  persistent: true,
  alone: true,
  async prepare(world): Promise<Trial> {
    const caller = await userWithEverything(world);
    const { userId } = caller;
    // Shut, and no more: everything is left to do.
    const plan: Plan = (call) => (call === 1 ? 'none' : 'not-sent');
    await under(world, userId, plan, () => callAs(world.cloud, caller, 'deleteAccount'));
    return {
      userId,
      ask: run(world, userId, 'FinishClosings'),
      async wrong() {
        const remembered = await world.leftBehind.remembered(userId);
        const isDone = !remembered.includes('"closing"');
        return [
          ...(await traces(world.leftBehind, world.audit, userId)),
          ...(isDone ? [] : ['the closing has not come to its end']),
        ];
      },
    };
  },
};

/** @param plan how the generation ended that the sweep meets. @param left what its owner has afterwards, in credits. */
function sweeping(name: string, plan: Plan, left: number): Operation {
  return {
    name: `sweep, ${name}`,
    persistent: true,
    alone: true,
    sampled: left === CREDITS,
    async prepare(world): Promise<Trial> {
      const caller = await openUser(world);
      await under(world, caller.userId, plan, () => paint(world, caller));
      return {
        userId: caller.userId,
        ask: run(world, caller.userId, 'RefundAbandoned'),
        async wrong() {
          const balance = await world.audit.balance(caller.userId);
          return balance === left ? [] : [`${CREDITS} credits became ${balance}, not ${left}`];
        },
      };
    },
  };
}

export const ENDINGS: readonly Operation[] = [
  closing,
  finishing,
  // Reserved, painted and stored; the invocation dies before it settles.
  sweeping('of a generation that was left behind', (call) => (call <= 3 ? 'none' : 'not-sent'), CREDITS),
  // The account is too busy for its transaction.
  sweeping(
    'of a generation that was settled alone',
    (call, operation) => (call > 1 && operation === 'TransactWriteItems' ? 'conflict' : 'none'),
    CREDITS - 1,
  ),
];
