import { randomUUID } from 'node:crypto';
import { createCreator, type Creator } from './creator.ts';
import type { DevTools } from './dev-tools.ts';

/** The users of the designed states, with their thumbnails and their balances. */
const USERS = {
  newcomer: { email: 'noor@example.com', thumbnails: 0, credits: 3 },
  regular: { email: 'ada@example.com', thumbnails: 3, credits: 12 },
  collector: { email: 'grace@example.com', thumbnails: 4, credits: 27 },
  spender: { email: 'linus@example.com', thumbnails: 2, credits: 0 },
} as const;

export type SampleUser = Creator & { thumbnailIds: string[] };
export type Users = Record<keyof typeof USERS, SampleUser>;

const PROMPTS = [
  'Castle build at sunset',
  'Gaming setup, neon lighting',
  'Coding in the dark, laptop glow',
  'Mountain road trip in a red car',
] as const;

/** Creates the users of a worker. Each worker creates the same users. */
export async function createUsers(devTools: DevTools): Promise<Users> {
  const worker = randomUUID();
  const create = async (name: keyof typeof USERS) => {
    const { email, thumbnails, credits } = USERS[name];
    const creator = await createCreator(devTools, `${worker}-${email}`);
    await devTools.setBalance(creator.userId, thumbnails);
    const thumbnailIds = await creator.generate(...PROMPTS.slice(0, thumbnails));
    await devTools.setBalance(creator.userId, credits);
    return { ...creator, thumbnailIds };
  };
  const [newcomer, regular, collector, spender] = await Promise.all([
    create('newcomer'),
    create('regular'),
    create('collector'),
    create('spender'),
  ]);
  return { newcomer, regular, collector, spender };
}
