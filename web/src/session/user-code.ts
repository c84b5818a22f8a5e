import { wait } from '../lib/wait.ts';

type Load = () => Promise<unknown>;

/** A connection that is slower than this shows the page without the code. */
const TIMEOUT_MS = 10_000;

const loads: Load[] = [];

/** Adds code that only the pages of a signed-in user need, so that a visitor does not load it. */
export const addUserCode = (load: Load): void => void loads.push(load);

/**
 * Loads the code that the pages of a signed-in user need, for at most ten seconds. If code is not loaded by then, or cannot be loaded, its
 * first use loads it again and reports the failure.
 */
export async function loadUserCode(): Promise<void> {
  const ended = new AbortController();
  await Promise.race([
    Promise.allSettled(loads.map((load) => load())),
    wait(TIMEOUT_MS, ended.signal).catch(() => undefined),
  ]);
  ended.abort();
}
