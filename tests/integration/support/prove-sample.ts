import { inject } from 'vitest';
import type { RunOptions } from '../../prove/report.ts';

/** The small share of `npm run prove` that runs with every test. `.ci/run` sets another seed each time. */
export const proveSample = (): RunOptions => ({
  seed: Number(process.env['PROVE_SEED'] ?? 1),
  size: 'sample',
  assembly: inject('assembly'),
});
