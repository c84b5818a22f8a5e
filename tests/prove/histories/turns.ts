import { setTimeout as delay } from 'node:timers/promises';

/** How long rivals may take to appear before one of those who wait is chosen, in ms. */
const GATHERING_MS = 2;

/**
 * Lets calls that come at the same time through one by one, in an order that `random` chooses: two operations of one
 * user then meet in every way that they can, and not in the one that this machine prefers.
 */
export class Turns {
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** Operations under way. Where there is one alone, nobody waits. */
  operations = 0;

  /** @param random numbers in [0, 1) */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Resolves when it is this call's turn. @returns what ends it */
  async enter(): Promise<() => void> {
    const turn = new Promise<void>((resolve) => this.#waiting.push(resolve));
    void this.#next();
    await turn;
    return () => {
      this.#isTaken = false;
      void this.#next();
    };
  }

  async #next(): Promise<void> {
    if (this.#isTaken || this.#waiting.length === 0) return;
    this.#isTaken = true;
    if (this.operations > 1) await delay(GATHERING_MS);
    const [chosen] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
    chosen?.();
  }
}
