import { findStage } from '../../infra/stages/stages.ts';

const { models, services } = findStage('dev');
const requestsPerMinute = 1_000_000;

/** The models of `dev` with a quota for which every waiting generation is among the next ones of its line. */
export const UNLIMITED_POOL = {
  models: models.map((model) => ({ ...model, requestsPerMinute })),
  services: services.map((model) => ({ ...model, requestsPerMinute })),
};
