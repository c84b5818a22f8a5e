/** Duration of a run and of each of its tasks, in ms. */
export interface Timings {
  total: number;
  latencies: number[];
}

/** Runs a task `count` times, at most `limit` at the same time. @throws the error of a task. */
export async function runConcurrently(
  count: number,
  limit: number,
  task: (index: number) => Promise<void>,
): Promise<Timings> {
  const latencies: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const start = performance.now();
      await task(index);
      latencies.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
  return { total: performance.now() - start, latencies };
}

/** Runs a task for each item, at most `limit` at the same time. @returns the results in the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  await runConcurrently(items.length, limit, async (index) => {
    const item = items[index];
    if (item !== undefined) results.set(index, await task(item));
  });
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
