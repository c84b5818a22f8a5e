import type { StageInput } from './settings.ts';

/** For trying things out, and what the embedded cloud runs. Everything goes when the stack goes. */
export const dev: StageInput = { stage: 'dev' };
