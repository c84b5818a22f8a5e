export interface Run {
  /** Of the whole run, in ms. */
  elapsed: number;
  /** Of each job, in ms. */
  latencies: number[];
}

/** Does a job `count` times, always `atOnce` of them at the same time. @throws what a job throws */
export async function inFlight(
  count: number,
  atOnce: number,
  job: (turn: number) => Promise<void>,
): Promise<Run> {
  const latencies: number[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const turn = next;
      next += 1;
      const begun = performance.now();
      await job(turn);
      latencies.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return { elapsed: performance.now() - begun, latencies };
}
