import { randomUUID } from 'node:crypto';
import type { Plan } from '../../integration/support/fault-proxy.ts';
import { violationsOf } from '../../support/violations.ts';
import { callAs, type Reply } from '../call.ts';
import { CREDITS, openUser } from '../faults/user.ts';
import { age, runSchedules, type World } from '../faults/world.ts';
import type { Wrong } from './case.ts';

/** One generation under one sort of trouble. */
export interface Troubled {
  userId: string;
  generationId: string;
  /** Asks, or asks again. */
  ask(): Promise<Reply>;
  /** Another wire from here on. */
  replan(plan: Plan): void;
  /** Resolves when the model has been asked. */
  begun(): Promise<void>;
  /** Lets go what is held. */
  release(): Promise<void>;
}

/** @param words rehearsal words for the model. */
export async function troubled(world: World, plan: Plan, words = ''): Promise<Troubled> {
  const caller = await openUser(world);
  const generationId = randomUUID();
  const lane = world.wire.follow([caller.userId], plan);
  const body = { prompt: `${words} a castle ${caller.userId}`, userId: caller.userId, generationId };
  return {
    userId: caller.userId,
    generationId,
    ask: () => callAs(world.cloud, caller, 'generateThumbnail', { body }),
    replan: (next) => lane.replan(next),
    begun: () => lane.reached('InvokeModel'),
    release: () => lane.deliverLate(),
  };
}

/** Lets refund-abandoned run as it will in some minutes. */
export async function sweep(world: World, it: Troubled): Promise<void> {
  it.replan(() => 'none');
  await age(world, it.userId);
  await runSchedules(world);
}

interface Expected {
  /** What the answer is, by its HTTP status. */
  status: number;
  /** Whether there is a picture in the end, and a credit less; or neither. */
  painted: boolean;
  /** What the answer says, where it matters. */
  says?: RegExp;
}

/** What is not as expected when all is over. */
export async function wrongEnd(
  { audit }: World,
  { userId }: Troubled,
  { status, body }: Reply,
  expected: Expected,
): Promise<Wrong> {
  const [balance, images] = await Promise.all([audit.balance(userId), audit.images(userId)]);
  const { painted, says } = expected;
  return [
    ...(status === expected.status ? [] : [`it was answered ${status}, not ${expected.status}`]),
    ...(says === undefined || says.test(String(body['error'])) ? [] : [`it said "${String(body['error'])}"`]),
    ...(balance === CREDITS - (painted ? 1 : 0) ? [] : [`${CREDITS} credits became ${balance}`]),
    ...(images.length === (painted ? 1 : 0) ? [] : [`${images.length} pictures are stored`]),
    ...(await violationsOf(audit, userId)),
  ];
}
