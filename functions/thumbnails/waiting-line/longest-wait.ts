import { requireEnv } from '../../platform/environment.ts';

/** The longest time that a generation waits for a model, in ms. If it is 0, the generation does not wait, but fails at once. */
export const LONGEST_WAIT_MS = Number(requireEnv('LONGEST_WAIT_SECONDS')) * 1_000;
