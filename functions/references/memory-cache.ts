const MAX_CACHED = 500;

/**
 * Keeps the results of this execution environment for a time, in ms, at most 500 of them. Errors are not kept.
 * @returns a function that returns the kept result of a key, or loads it.
 */
export function createMemoryCache<Result>(ttlMs: number) {
  // The oldest first.
  const entries = new Map<string, { result: Promise<Result>; expiresAt: number }>();
  return async (key: string, load: () => Promise<Result>): Promise<Result> => {
    const cached = entries.get(key);
    if (cached !== undefined && cached.expiresAt > Date.now()) return cached.result;
    const result = load();
    entries.delete(key);
    entries.set(key, { result, expiresAt: Date.now() + ttlMs });
    const [oldest] = entries.keys();
    if (entries.size > MAX_CACHED && oldest !== undefined) entries.delete(oldest);
    try {
      return await result;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}
