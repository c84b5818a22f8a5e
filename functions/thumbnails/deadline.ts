/** The moment by which an invocation must have answered, in ms since the epoch. */
export class Deadline {
  readonly #at: number;

  /** @param remainingMs what is left of the invocation. */
  constructor(remainingMs: number) {
    this.#at = Date.now() + remainingMs;
  }

  /** A signal that aborts when only `reserveMs` of the invocation are left. */
  signalBefore(reserveMs: number): AbortSignal {
    return AbortSignal.timeout(Math.max(0, this.#at - reserveMs - Date.now()));
  }
}
