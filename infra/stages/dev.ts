import type { StageInput } from './settings.ts';

/** For trying things out, and what the embedded cloud runs. Everything goes when the stack goes. */
export const dev: StageInput = {
  stage: 'dev',
  // A new account's concurrency is too low to reserve any of it.
  generateConcurrency: 0,
};
