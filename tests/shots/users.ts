import { createCreator, type Creator } from '../e2e/support/creator.ts';
import type { DevTools } from '../e2e/support/dev-tools.ts';

/** The users of the screenshots: their thumbnails and their balance. */
const USERS = {
  newcomer: { email: 'noor@example.com', thumbnails: 0, credits: 3 },
  regular: { email: 'ada@example.com', thumbnails: 3, credits: 12 },
  collector: { email: 'grace@example.com', thumbnails: 4, credits: 27 },
  spender: { email: 'linus@example.com', thumbnails: 2, credits: 0 },
} as const;

export type Users = Record<keyof typeof USERS, Creator>;

const PROMPTS = [
  'Castle build at sunset',
  'Gaming setup, neon lighting',
  'Coding in the dark, laptop glow',
  'Mountain road trip in a red car',
] as const;

/** @param prefix makes the addresses unique where several processes create the users */
export async function createUsers(devTools: DevTools, prefix = ''): Promise<Users> {
  const create = async (name: keyof typeof USERS) => {
    const { thumbnails, credits } = USERS[name];
    const email = prefix + USERS[name].email;
    const creator = await createCreator(devTools, email);
    await devTools.setBalance(creator.userId, thumbnails);
    await creator.generate(...PROMPTS.slice(0, thumbnails));
    await devTools.setBalance(creator.userId, credits);
    return creator;
  };
  return {
    newcomer: await create('newcomer'),
    regular: await create('regular'),
    collector: await create('collector'),
    spender: await create('spender'),
  };
}
