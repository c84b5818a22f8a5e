type Load = () => Promise<unknown>;

const loads: Load[] = [];

/** Adds code that only the pages of a signed-in user need, so that a visitor does not load it. */
export const addUserCode = (load: Load): void => void loads.push(load);

/**
 * Loads the code that the pages of a signed-in user need. If code cannot be loaded, its first use loads it again and reports the
 * failure.
 */
export async function loadUserCode(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}
