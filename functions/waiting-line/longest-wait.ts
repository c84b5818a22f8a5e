import { requireEnv } from '../shared/environment.ts';

/** The longest time that a generation waits for a model, in ms. 0: it does not wait, but fails at once. */
export const LONGEST_WAIT_MS = Number(requireEnv('LONGEST_WAIT_SECONDS')) * 1_000;
