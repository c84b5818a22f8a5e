import type { World } from './world.ts';

/** One thing that somebody wants of the cloud, tried until it is done or given up. */
export interface Trial {
  userId: string;
  /** What its calls name beside the user. */
  marks?: readonly string[];
  /** Asks once. @returns whether whoever asks has got an end of it, and does not ask again. */
  ask(): Promise<boolean>;
  /**
   * What is wrong once nothing is under way any more, beside the invariants.
   * @param answered whether an `ask` came to its end.
   */
  wrong(answered: boolean): Promise<string[]>;
}

/** A kind of trial: each gets a user of its own. */
export interface Operation {
  name: string;
  /** Who asks never gives up: Stripe, or a schedule. */
  persistent?: boolean;
  /** Names no user: it works for everybody, so it is tried alone, and every call is its own. */
  alone?: boolean;
  /** Part of the sample that `npm test` runs: what moves credits, or ends what has. */
  sampled?: boolean;
  prepare(world: World): Promise<Trial>;
}
