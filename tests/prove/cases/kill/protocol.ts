import { z } from 'zod';

/** What the process with the cloud is killed in the middle of. */
export const STORIES = ['generation', 'purchase', 'closing'] as const;
export type StoryName = (typeof STORIES)[number];

/** What one process leaves for the next: plain data, for its memory is gone. */
export const leftover = z.object({
  story: z.enum(STORIES),
  userId: z.string(),
  /** Of a generation. */
  generationId: z.string().optional(),
  /** Of a purchase: Stripe's event. */
  event: z.string().optional(),
});
export type Leftover = z.output<typeof leftover>;

/** What the process is told to do. */
export const order = z.discriminatedUnion('do', [
  z.object({ do: z.literal('prepare'), story: z.enum(STORIES) }),
  /** Die as soon as this write has happened, before anybody hears of it. */
  z.object({ do: z.literal('die'), leftover, write: z.number() }),
  z.object({ do: z.literal('mend'), leftover }),
]);
export type Order = z.output<typeof order>;

/** What it answers, if it lives. */
export const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('prepared'), leftover }),
  z.object({ kind: z.literal('survived') }),
  z.object({ kind: z.literal('mended'), wrong: z.array(z.string()) }),
]);
export type Answer = z.output<typeof answer>;
