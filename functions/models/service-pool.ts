import { servicePool, type EditService, type ImageService, type ServiceModel } from '#contract/model-pool.ts';
import { requireEnv } from '../platform/environment.ts';
import { InvalidRequestError } from '../platform/errors.ts';
import type { Adapter } from './adapter.ts';
import type { ModelTarget } from './bedrock.ts';
import { controlStructure, MAX_TEXT_LENGTH, removeBackground, styleGuide } from './stability.ts';
import { selectAccepting, type RequestText } from './text-limits.ts';

type CreateAdapter = (image: Buffer, fidelity: number | undefined) => Adapter;
type ReferenceService = Exclude<ImageService, EditService>;

const ADAPTERS = {
  style: styleGuide,
  layout: controlStructure,
  cutout: removeBackground,
} as const satisfies Record<ReferenceService, CreateAdapter>;

const EDIT_NOT_OFFERED = 'operation.kind: this site cannot edit an image in this way';
const NOT_OFFERED = {
  style: 'reference: this site cannot use the style of a video or an image',
  layout: 'reference: this site cannot use the layout of an image',
  cutout: 'referenceId: this site cannot remove the background of an image',
  erase: EDIT_NOT_OFFERED,
  inpaint: EDIT_NOT_OFFERED,
  replace: EDIT_NOT_OFFERED,
  recolor: EDIT_NOT_OFFERED,
  outpaint: EDIT_NOT_OFFERED,
  upscale: EDIT_NOT_OFFERED,
} as const satisfies Record<ImageService, string>;

const POOL = servicePool.parse(JSON.parse(requireEnv('SERVICE_POOL')));

/**
 * Selects the models of one service, in the order in which they are tried. All of them have the same cost.
 * @param text empty for a service without texts.
 * @throws InvalidRequestError if the stage has no model for this service, or if no model accepts a text.
 */
export function selectServiceModels(
  service: ImageService,
  text: RequestText,
): [ServiceModel, ...ServiceModel[]] {
  const [first, ...others] = POOL.filter((model) => model.service === service);
  if (first === undefined) throw new InvalidRequestError(NOT_OFFERED[service]);
  const sameCost = [first, ...others.filter(({ cost }) => cost === first.cost)];
  return selectAccepting(sameCost, () => MAX_TEXT_LENGTH, text);
}

/** Creates the targets of the models that use one reference image. */
export function createReferenceTargets(
  service: ReferenceService,
  models: readonly ServiceModel[],
  image: Buffer,
  fidelity?: number,
): ModelTarget[] {
  return createTargets(models, ADAPTERS[service](image, fidelity));
}

/** Creates the targets of a service: each model in all of its regions, because each region has its own quota. */
export function createTargets(models: readonly ServiceModel[], adapter: Adapter): ModelTarget[] {
  return models.flatMap(({ id, regions, usdPerImage }) =>
    regions.map((region) => ({ id, region, adapter, usdPerImage })),
  );
}
