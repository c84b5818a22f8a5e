import { referencePool, type ServiceModel, type ImageService } from '../../contract/model-pool.ts';
import { requireEnv } from '../shared/environment.ts';
import { InvalidRequestError } from '../shared/errors.ts';
import type { Adapter } from './adapter.ts';
import type { ModelTarget } from './bedrock.ts';
import { controlStructure, MAX_TEXT_LENGTH, removeBackground, styleGuide } from './stability.ts';
import { selectAccepting, type RequestText } from './text-limits.ts';

type CreateAdapter = (image: Buffer, fidelity: number | undefined) => Adapter;

const ADAPTERS = {
  style: styleGuide,
  layout: controlStructure,
  cutout: removeBackground,
} as const satisfies Record<ImageService, CreateAdapter>;

const NOT_OFFERED = {
  style: 'reference: this site cannot use the style of a video or an image',
  layout: 'reference: this site cannot use the layout of an image',
  cutout: 'referenceId: this site cannot remove the background of an image',
} as const satisfies Record<ImageService, string>;

const POOL = referencePool.parse(JSON.parse(requireEnv('REFERENCE_POOL')));

/**
 * Selects the models for one generation with a reference, or for one cut-out, in the order they are tried. All have the same
 * cost.
 * @param text empty for a cut-out.
 * @throws InvalidRequestError if the stage has no model for this service, or if no model accepts a text.
 */
export function selectReferenceModels(
  service: ImageService,
  text: RequestText,
): [ServiceModel, ...ServiceModel[]] {
  const [first, ...others] = POOL.filter((model) => model.service === service);
  if (first === undefined) throw new InvalidRequestError(NOT_OFFERED[service]);
  const sameCost = [first, ...others.filter(({ cost }) => cost === first.cost)];
  return selectAccepting(sameCost, () => MAX_TEXT_LENGTH, text);
}

/** The targets of the models with one reference: each model in all of its regions, because each has its own quota. */
export function createReferenceTargets(
  models: readonly ServiceModel[],
  image: Buffer,
  fidelity?: number,
): ModelTarget[] {
  return models.flatMap(({ id, service, regions, usdPerImage }) => {
    const adapter = ADAPTERS[service](image, fidelity);
    return regions.map((region) => ({ id, region, adapter, usdPerImage }));
  });
}
