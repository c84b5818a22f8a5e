/** Time, so that a test can bring its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later. @returns how to cancel it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Longer ones would overflow Node's timers and fire at once; whoever waits looks at its due time again. */
const LONGEST_TIMER = 2_147_483_647;

export function systemClock(now: () => number = Date.now): Clock {
  return {
    now,
    after(milliseconds, run) {
      const timer = setTimeout(run, Math.min(milliseconds, LONGEST_TIMER));
      return () => clearTimeout(timer);
    },
  };
}
