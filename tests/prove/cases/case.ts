import type { World } from '../faults/world.ts';

/** What was wrong at the end of one try; nothing where it held. */
export type Wrong = string[];

/** Trouble with a name. */
export interface NamedCase {
  what: string;
  /** Takes longer than `npm test` should. */
  long?: boolean;
  run(world: World): Promise<Wrong[]>;
}
