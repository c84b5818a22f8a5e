import { randomUUID } from 'node:crypto';
import { callAs, type Caller } from '../../call.ts';
import type { Operation, Trial } from '../trial.ts';
import { CREDITS, grantOrder, openUser, stranger, welcome } from '../user.ts';
import type { World } from '../world.ts';

/** However often it was tried, and whatever was lost: the person comes, and has the welcome once. */
async function wrongWelcome({ cloud, audit }: World, caller: Caller): Promise<string[]> {
  const { status, body } = await callAs(cloud, caller, 'readCredits');
  const rows = (await audit.ledger(caller.userId)).filter(
    ({ kind, amount }) => kind === 'welcome' && amount > 0,
  );
  return [
    ...(status === 200 && body['credits'] === CREDITS
      ? []
      : [`the balance reads ${status} ${JSON.stringify(body)}`]),
    ...(rows.length === 1 ? [] : [`${rows.length} welcomes were given`]),
  ];
}

const welcoming: Operation = {
  name: 'welcome',
  sampled: true,
  // One of its calls is for the salt, which is everybody's.
  alone: true,
  prepare(world) {
    const caller = stranger();
    return Promise.resolve({
      userId: caller.userId,
      ask: () =>
        welcome(world, caller).then(
          () => true,
          () => false,
        ),
      wrong: () => wrongWelcome(world, caller),
    });
  },
};

function readingCredits(name: string, before: (world: World, userId: string) => Promise<unknown>): Operation {
  return {
    name: `read-credits, ${name}`,
    async prepare(world): Promise<Trial> {
      const caller = stranger();
      await before(world, caller.userId);
      return {
        userId: caller.userId,
        ask: async () => (await callAs(world.cloud, caller, 'readCredits')).status === 200,
        wrong: () => wrongWelcome(world, caller),
      };
    },
  };
}

/** Asks for something that moves nothing. */
function reading(
  name: string,
  route: 'listThumbnails' | 'readThumbnail' | 'listPurchases' | 'readCredits',
): Operation {
  return {
    name,
    async prepare(world): Promise<Trial> {
      const caller = await openUser(world);
      const generationId = randomUUID();
      const body = { prompt: 'a castle', userId: caller.userId, generationId };
      await callAs(world.cloud, caller, 'generateThumbnail', { body });
      const before = await world.audit.ledger(caller.userId);
      return {
        userId: caller.userId,
        async ask() {
          const pathParameters = { id: generationId };
          return (await callAs(world.cloud, caller, route, { pathParameters })).status === 200;
        },
        async wrong() {
          const after = await world.audit.ledger(caller.userId);
          return after.length === before.length ? [] : [`${name} moved credits`];
        },
      };
    },
  };
}

function granting(name: string, credits: number): Operation {
  return {
    name: `grant, ${name}`,
    sampled: credits > 0,
    async prepare(world): Promise<Trial> {
      const { userId } = await openUser(world);
      const grantId = randomUUID();
      const order = grantOrder(userId, grantId, credits);
      return {
        userId,
        ask: () =>
          world.cloud.invoke('GrantCredits', order).then(
            () => true,
            () => false,
          ),
        async wrong(answered) {
          const rows = (await world.audit.ledger(userId)).filter(
            ({ entryId }) => entryId === `grant#${grantId}`,
          );
          if (answered && rows.length !== 1) return [`a grant that was answered has ${rows.length} rows`];
          return rows.every(({ amount }) => amount === credits) ? [] : ['a grant moved another amount'];
        },
      };
    },
  };
}

export const ACCOUNTS: readonly Operation[] = [
  welcoming,
  readingCredits('which opens the account', () => Promise.resolve()),
  readingCredits('which makes up the welcome', (world, userId) => openUser(world, 0, userId)),
  reading('read-credits', 'readCredits'),
  reading('list thumbnails', 'listThumbnails'),
  reading('read a thumbnail', 'readThumbnail'),
  reading('list purchases', 'listPurchases'),
  granting('given', 5),
  granting('taken', -2),
];
