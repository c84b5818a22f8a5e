import { findStage } from '../../infra/stages/stages.ts';

/** The models of `dev` with a quota for which every waiting generation is among the next ones of its line. */
export const UNLIMITED_POOL = {
  models: findStage('dev').models.map((model) => ({ ...model, requestsPerMinute: 1_000_000 })),
};
