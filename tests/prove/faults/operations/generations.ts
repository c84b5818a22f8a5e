import { randomUUID } from 'node:crypto';
import { callAs, type Caller, type Reply } from '../../call.ts';
import type { Operation, Trial } from '../trial.ts';
import { openUser, stranger } from '../user.ts';
import type { World } from '../world.ts';

interface Generating {
  name: string;
  /** Rehearsal words for the model. */
  words?: string;
  /** Who asks. @default somebody with credits */
  who?: (world: World) => Promise<Caller>;
  /** Whether the same was asked, and answered, before. */
  again?: boolean;
  sampled?: boolean;
}

/** What the caller has been told, held against what became of it. */
async function wrongOutcome(
  { audit }: World,
  { userId }: Caller,
  replies: readonly Reply[],
  credits: number,
): Promise<string[]> {
  const [thumbnail, ...others] = await audit.thumbnails(userId);
  const balance = await audit.balance(userId);
  const succeeded = thumbnail?.status === 'succeeded';
  const told = replies.at(-1)?.body['error'];
  return [
    ...(others.length === 0 ? [] : [`one id made ${others.length + 1} generations`]),
    ...(replies.some(({ status }) => status === 200) && !succeeded
      ? ['a picture was promised and lost']
      : []),
    ...(String(told).includes('no credit was taken') && succeeded ? ['a credit was taken after all'] : []),
    ...(balance === credits - (succeeded ? 1 : 0) ? [] : [`${credits} credits became ${balance}`]),
  ];
}

function generating({
  name,
  words = '',
  who = openUser,
  again = false,
  sampled = false,
}: Generating): Operation {
  return {
    name: `generate, ${name}`,
    sampled,
    async prepare(world): Promise<Trial> {
      const caller = await who(world);
      const generationId = randomUUID();
      const body = { prompt: `${words} a castle ${caller.userId}`, userId: caller.userId, generationId };
      const replies: Reply[] = [];
      const ask = async () => {
        const reply = await callAs(world.cloud, caller, 'generateThumbnail', { body });
        replies.push(reply);
        // Of what is still under way, or broke, the end is asked for again; everything else is an end.
        return reply.status < 500 && reply.status !== 409 && reply.status !== 429;
      };
      if (again) await ask();
      return {
        userId: caller.userId,
        ask: async () => (await ask()) || isVerdict(replies.at(-1)),
        async wrong() {
          // Opens the account of who has none yet.
          await callAs(world.cloud, caller, 'readCredits');
          const credits = await startOf(world, caller);
          return wrongOutcome(world, caller, replies, credits);
        },
      };
    },
  };
}

/** 503 and 504 tell how the generation ended. */
function isVerdict(reply: Reply | undefined): boolean {
  return reply?.status === 503 || reply?.status === 504;
}

/** What the account was opened with, and given. */
async function startOf({ audit }: World, { userId }: Caller): Promise<number> {
  const rows = await audit.ledger(userId);
  return rows
    .filter(({ kind }) => kind === 'welcome' || kind === 'grant')
    .reduce((sum, { amount }) => sum + amount, 0);
}

async function newcomer(): Promise<Caller> {
  return Promise.resolve(stranger());
}

export const GENERATIONS: readonly Operation[] = [
  generating({ name: 'painted', sampled: true }),
  generating({ name: 'painted by the second model', words: '[[throttle-once]]' }),
  generating({ name: 'declined', words: '[[filter]]', sampled: true }),
  generating({ name: 'no model free', words: '[[throttle]]' }),
  generating({ name: 'models broken', words: '[[error]]' }),
  generating({ name: 'without credits', who: (world) => openUser(world, 0) }),
  generating({ name: 'asked again', again: true }),
  generating({ name: 'asked again after a refusal', words: '[[filter]]', again: true }),
  generating({ name: 'which opens the account', who: newcomer }),
];
