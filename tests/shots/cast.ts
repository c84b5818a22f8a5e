import { newCreator, type Creator } from '../e2e/support/creator.ts';
import { purseOf } from '../e2e/support/purse.ts';
import type { Workshop } from '../e2e/support/workshop.ts';

/** Who looks at the site in the pictures. */
export interface Cast {
  /** Has nothing but the credits of a new account. */
  newcomer: Creator;
  /** Has a few thumbnails, and credits left. */
  regular: Creator;
  /** Has as many thumbnails as the history holds. */
  collector: Creator;
  /** Has spent the last credit. */
  spender: Creator;
}

const PROMPTS = [
  'Castle build at sunset',
  'Gaming setup, neon lighting',
  'Coding in the dark, laptop glow',
  'Mountain road trip in a red car',
] as const;

export async function gather(workshop: Workshop): Promise<Cast> {
  const purse = purseOf(workshop);
  const member = async (name: string, thumbnails: number, credits: number) => {
    const creator = await newCreator(workshop, `${name}@example.com`);
    await purse.fill(creator.userId, thumbnails);
    await creator.generate(...PROMPTS.slice(0, thumbnails));
    await purse.fill(creator.userId, credits);
    return creator;
  };
  // One after the other: Amplify is one per process.
  return {
    newcomer: await newCreator(workshop, 'noor@example.com'),
    regular: await member('ada', 3, 12),
    collector: await member('grace', 4, 27),
    spender: await member('linus', 2, 0),
  };
}
