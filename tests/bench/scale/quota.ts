/** A quota of requests a minute, read as: never more than so many in any 60 seconds. */
export class Quota {
  readonly #perMinute: number;
  readonly #taken: number[] = [];

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** When there is room for one more, from `now` on. Times in seconds. */
  freeAt(now: number): number {
    const blocking = this.#taken.at(-this.#perMinute);
    return blocking === undefined ? now : Math.max(now, blocking + 60);
  }

  /** Takes a place. Times must not go back. */
  take(at: number): void {
    this.#taken.push(at);
  }
}
