import { arrivals, type Phase } from './arrivals.ts';
import { USE } from './assumptions.ts';
import { Quota } from './quota.ts';
import { newRandom } from './random.ts';
import type { Painter } from './scenarios.ts';

interface Scenario {
  /** The pool, in the order it is tried; nobody chooses a model. */
  models: readonly Painter[];
  phases: readonly Phase[];
  /** How long a request may wait for its turn, in seconds. @default 0: no queue, as the product is */
  patience?: number;
  /** Generations that may run at once (the reserved concurrency). @default as many as come */
  places?: number;
  seed?: number;
}

export interface Outcome {
  asked: number;
  painted: number;
  /** Answered that no model, or no place, was free. Each gets its credit back. */
  refused: number;
  /** Pictures by the place of their model in the pool. */
  byModel: number[];
  /** From the press of Generate to the picture, in seconds, sorted. */
  waits: number[];
  /** The most generations under way at the same moment. */
  atOnce: number;
  /** What the models cost. */
  dollars: number;
}

/** Plays one load against one pool. The same scenario has the same outcome on every machine. */
export function simulate({ models, phases, patience = 0, places = Infinity, seed = 1 }: Scenario): Outcome {
  // Two streams: the same requests come, whatever becomes of them.
  const [coming, painting] = [newRandom(seed), newRandom(seed + 1)];
  const quotas = models.map(({ perMinute }) => new Quota(perMinute));
  const outcome: Outcome = {
    asked: 0,
    painted: 0,
    refused: 0,
    byModel: models.map(() => 0),
    waits: [],
    atOnce: 0,
    dollars: 0,
  };
  let running: number[] = [];
  let previous = 0;
  for (const arrival of arrivals(phases, coming)) {
    outcome.asked += 1;
    // First come, first served: nobody starts before somebody who waits.
    const now = Math.max(arrival, previous);
    const place = running.length < places ? now : (running.toSorted((a, b) => a - b).at(-places) ?? now);
    const start = Math.min(...quotas.map((quota) => quota.freeAt(Math.max(now, place))));
    if (start - arrival > patience) {
      outcome.refused += 1;
      running = running.filter((end) => end > arrival);
      continue;
    }
    const index = quotas.findIndex((quota) => quota.freeAt(start) <= start);
    const model = models[index];
    if (model === undefined) throw new Error('No model is free when one should be.');
    quotas[index]?.take(start);
    previous = start;

    const seconds = model.seconds * (0.7 + 0.6 * painting());
    const end = start + index * USE.throttledSeconds + seconds + USE.overheadSeconds;
    running = [...running.filter((other) => other > start), end];
    outcome.painted += 1;
    outcome.byModel[index] = (outcome.byModel[index] ?? 0) + 1;
    outcome.waits.push(end - arrival);
    outcome.atOnce = Math.max(outcome.atOnce, running.length);
    outcome.dollars += model.dollars;
  }
  outcome.waits.sort((one, other) => one - other);
  return outcome;
}
