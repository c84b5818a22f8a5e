import type { ReferenceRequest, ThumbnailReference } from '#contract/endpoints/reference-schemas.ts';
import type { ImageMark } from '#contract/image-mark.ts';
import type { Image, ImageRequest } from '../../models/adapter.ts';
import { generateImage } from '../../models/generate-image.ts';
import { selectModels } from '../../models/pool.ts';
import { createReferenceTargets, selectServiceModels } from '../../models/service-pool.ts';
import { nameIdea } from './name-idea.ts';
import { namePriceLine, nameServiceLine } from '../waiting-line/lines.ts';
import { findReference, loadReference } from '../../images/references/load-reference.ts';

interface PlanInput {
  userId: string;
  prompt: string;
  negativePrompt?: string | undefined;
  /** The requested model. Has no effect on a generation with a reference. @default the first model of the pool */
  model: string | undefined;
  /** The reference. @default the video or channel that the prompt links to */
  reference: ReferenceRequest | undefined;
}

/** The plan for the image of one generation. */
export interface ImagePlan {
  /** The model that is tried first. Its cost is the price of the generation. */
  model: { id: string; cost: number };
  /** The waiting line that the generation joins when these models are busy. */
  line: string;
  /** The least time that `generate` needs after the model has answered, in ms. @default 0 */
  composeMs?: number;
  /**
   * Loads the reference, if the generation has one, and requests the image from the models.
   * @param deadline aborts when the time for the models is over.
   * @param endAt the time when the image must be ready to be stored, in ms since the epoch.
   * @throws CodedError with the reason why there is no image.
   */
  generate(request: ImageRequest, deadline: AbortSignal, endAt: number): Promise<GeneratedImage>;
}

export interface GeneratedImage extends Image {
  /** The id of the model that made the image. */
  model: string;
  /** The reference that the image was made after. */
  reference?: ThumbnailReference;
  /** The name of a thumbnail whose prompt has a link, which does not name it. */
  name?: string;
  /** The mark of the files. @default generated */
  mark?: ImageMark;
  /** The PNG that the preview is made from. @default the image itself */
  previewSource?: Uint8Array;
}

/**
 * Decides how the image is made. Makes no calls.
 * @throws InvalidRequestError for a model outside of the pool, or for a reference or a text that cannot be used.
 */
export function planImage({ userId, prompt, negativePrompt, model, reference }: PlanInput): ImagePlan {
  const source = findReference(prompt, reference);
  const text = { prompt, negativePrompt };
  if (source === undefined) {
    const models = selectModels(model, text);
    return {
      model: models[0],
      line: namePriceLine(models[0].cost),
      generate: (request, signal) => generateImage(models, request, signal),
    };
  }
  const models = selectServiceModels(source.use, text);
  return {
    model: models[0],
    line: nameServiceLine(source.use),
    async generate(request, signal) {
      const { image, idea, origin } = await loadReference(userId, source, signal);
      const targets = createReferenceTargets(source.use, models, image, source.fidelity);
      const generated = await generateImage(targets, { ...request, prompt: idea }, signal);
      return { ...generated, reference: origin, ...(source.kind === 'video' && { name: nameIdea(idea) }) };
    },
  };
}
