import { toFoundationModelId } from '#contract/model-pool.ts';
import type { StageSettings } from '../../stages/settings.ts';

/** A foundation model that a stage calls from one region. */
export interface CalledModel {
  /** Id of the foundation model. */
  id: string;
  region: string;
  /** Undefined for the text model, whose use the users' rate limit bounds far below its quota. */
  requestsPerMinute?: number;
  /** Id of the inference profile through which it is called. @default it is called directly */
  profile?: string;
}

/** Lists the models of both pools, a service once for each of its regions, and the text model. */
export function listCalledModels({
  models,
  services,
  promptModel,
}: Pick<StageSettings, 'models' | 'services' | 'promptModel'>): CalledModel[] {
  return [
    ...models,
    ...services.flatMap(({ id: profile, regions, requestsPerMinute }) =>
      regions.map((region) => ({ id: toFoundationModelId(profile), region, requestsPerMinute, profile })),
    ),
    ...(promptModel === undefined
      ? []
      : [
          {
            id: toFoundationModelId(promptModel.id),
            region: promptModel.region,
            profile: promptModel.id,
          },
        ]),
  ];
}
