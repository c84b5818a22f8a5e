import type { ReferenceRequest } from '../../../../contract/reference-schemas.ts';
import type { AssignedImage } from './references/assigned-image.ts';

/** What the creator has chosen for the next generation. */
export interface GenerationInput {
  prompt: string;
  negativePrompt: string;
  /** Undefined with a reference, which has its own model. */
  model: string | undefined;
  video: ReferenceRequest | undefined;
  /** A channel whose newest video is not shown yet. */
  channelUrl: string | undefined;
  image: AssignedImage | undefined;
}
