const nameLock = (id: string) => `generation/${id}`;

/**
 * Lets other tabs know, until the work ends, that this tab may request a generation. The browser releases the lock when the tab is closed.
 */
export async function holdLock(id: string, work: Promise<unknown>): Promise<void> {
  try {
    await navigator.locks.request(nameLock(id), { mode: 'shared' }, () => work);
  } catch {
    // Storage is turned off, and with it the locks.
  }
}

/** Returns true if a tab may still request the generation. */
export async function isLocked(id: string): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === nameLock(id));
  } catch {
    return false; // Storage is turned off, and with it the locks.
  }
}
