import { createRandom } from '../../support/random.ts';
import { USAGE } from './assumptions.ts';

/** A model of a pool, with its quota, price and speed. */
export interface PoolModel {
  label: string;
  /** Images per minute that the quota allows. */
  perMinute: number;
  /** List price of one image. Unverified. */
  dollars: number;
  /** Mean time of one image. Unverified. */
  seconds: number;
}

/** A period in which requests arrive at one mean rate. */
export interface Phase {
  minutes: number;
  perMinute: number;
}

interface Scenario {
  /** The pool in the order of its calls. No user chooses a model. */
  models: readonly PoolModel[];
  phases: readonly Phase[];
  /** How long a request may wait in line, in seconds. @default 0: no line */
  maxWait?: number;
  /** The most generations at the same time (the reserved concurrency). @default no limit */
  concurrency?: number;
  seed?: number;
}

export interface Outcome {
  requested: number;
  generated: number;
  /** Requests that found no free model or no free concurrency. Their credits are refunded. */
  rejected: number;
  /** Generations of each model of the pool. */
  byModel: number[];
  /** Seconds from each request to its image, sorted. */
  latencies: number[];
  maxConcurrent: number;
  /** Cost of the models. */
  dollars: number;
}

/** Simulates a load on a pool. The same scenario has the same outcome on every machine. */
export function simulate({
  models,
  phases,
  maxWait = 0,
  concurrency = Infinity,
  seed = 1,
}: Scenario): Outcome {
  // Two sequences, so that the arrivals do not depend on the outcome.
  const [arrivalRandom, durationRandom] = [createRandom(seed), createRandom(seed + 1)];
  const quotas = models.map(({ perMinute }) => new Quota(perMinute));
  const outcome: Outcome = {
    requested: 0,
    generated: 0,
    rejected: 0,
    byModel: models.map(() => 0),
    latencies: [],
    maxConcurrent: 0,
    dollars: 0,
  };
  /** End times of the running generations. */
  let running: number[] = [];
  let previous = 0;
  for (const arrival of generateArrivals(phases, arrivalRandom)) {
    outcome.requested += 1;
    // The queue is first in, first out.
    const now = Math.max(arrival, previous);
    const free =
      running.length < concurrency ? now : (running.toSorted((a, b) => a - b).at(-concurrency) ?? now);
    const start = Math.min(...quotas.map((quota) => quota.nextFreeTime(Math.max(now, free))));
    if (start - arrival > maxWait) {
      outcome.rejected += 1;
      running = running.filter((end) => end > arrival);
      continue;
    }
    const index = quotas.findIndex((quota) => quota.nextFreeTime(start) <= start);
    const model = models[index];
    if (model === undefined) throw new Error('No model is free at the start of a generation.');
    quotas[index]?.use(start);
    previous = start;

    const seconds = model.seconds * (0.7 + 0.6 * durationRandom());
    const end = start + index * USAGE.throttledSeconds + seconds + USAGE.overheadSeconds;
    running = [...running.filter((other) => other > start), end];
    outcome.generated += 1;
    outcome.byModel[index] = (outcome.byModel[index] ?? 0) + 1;
    outcome.latencies.push(end - arrival);
    outcome.maxConcurrent = Math.max(outcome.maxConcurrent, running.length);
    outcome.dollars += model.dollars;
  }
  outcome.latencies.sort((a, b) => a - b);
  return outcome;
}

/** Generates the arrival times in seconds of independent requests (a Poisson process). */
export function* generateArrivals(phases: readonly Phase[], random: () => number): Generator<number> {
  let start = 0;
  for (const { minutes, perMinute } of phases) {
    const end = start + minutes * 60;
    const drawInterval = () => (-Math.log(1 - random()) * 60) / perMinute;
    for (let time = start + drawInterval(); time < end; time += drawInterval()) yield time;
    start = end;
  }
}

/** A quota of requests per minute, interpreted as a limit for every period of 60 seconds. */
export class Quota {
  readonly #perMinute: number;
  readonly #used: number[] = [];

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** The earliest time from `now` on at which one more request is allowed. All times are in seconds. */
  nextFreeTime(now: number): number {
    const blocking = this.#used.at(-this.#perMinute);
    return blocking === undefined ? now : Math.max(now, blocking + 60);
  }

  /** Times must not decrease. */
  use(time: number): void {
    this.#used.push(time);
  }
}
