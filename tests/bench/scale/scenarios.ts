import { parseSettings } from '../../../infra/stages/settings.ts';
import { findStage } from '../../../infra/stages/stages.ts';
import type { Phase } from './arrivals.ts';
import { PAINT_SECONDS } from './assumptions.ts';

/** A model of a pool, with all that the simulation and the bill have to know of it. */
export interface Painter {
  label: string;
  /** Images that the account may ask for in a minute. */
  perMinute: number;
  /** List price of one image. Unverified. */
  dollars: number;
  /** Mean time of one image. Unverified. */
  seconds: number;
}

/** The pool of production in the order it is tried, and how many generations may run at once. */
export function production(): { pool: Painter[]; places: number } {
  const { models, generateConcurrency } = findStage('prod');
  return { pool: models.map(painterOf), places: generateConcurrency === 0 ? Infinity : generateConcurrency };
}

/** The pool with the dearest model that a new account may use, asked last. Production does not ask it. */
export function withUltra(pool: readonly Painter[]): Painter[] {
  const { models } = parseSettings({
    stage: 'scale',
    models: [
      {
        id: 'stability.stable-image-ultra-v1:1',
        region: 'us-west-2',
        schema: 'stability',
        label: 'Stable Image Ultra',
        cost: 1,
      },
    ],
  });
  return [...pool, ...models.map(painterOf)];
}

/** The same pool with so many accounts behind it. */
export function inAccounts(accounts: number, pool: readonly Painter[]): Painter[] {
  return pool.map((painter) => ({ ...painter, perMinute: painter.perMinute * accounts }));
}

/** An hour at one rate. */
export function steady(perMinute: number): Phase[] {
  return [{ minutes: 60, perMinute }];
}

/** Half an hour in which somebody with an audience speaks of us: three minutes at six times the rate. */
export const SPIKE: Phase[] = [
  { minutes: 10, perMinute: 40 },
  { minutes: 3, perMinute: 240 },
  { minutes: 17, perMinute: 40 },
];

interface StageModel {
  id: string;
  label: string;
  requestsPerMinute: number;
  usdPerImage: number;
}

/** @throws Error for a model whose time nobody has assumed. */
function painterOf({ id, label, requestsPerMinute, usdPerImage }: StageModel): Painter {
  const seconds = PAINT_SECONDS[id];
  if (seconds === undefined)
    throw new Error(`Say in tests/bench/scale/assumptions.ts how long ${id} paints.`);
  return { label, perMinute: requestsPerMinute, dollars: usdPerImage, seconds };
}
