import type { StageInput } from './settings.ts';

/** For development. The embedded cloud runs this stage. Deleting the stack deletes its data. */
export const dev: StageInput = {
  stage: 'dev',
  promptModel: {},
  // Lambda rejects a reservation in a new account, whose concurrency limit is too low.
  generateConcurrency: 0,
};
