import type { ReferenceRequest, ReferenceUse } from '../../../../../contract/reference-schemas.ts';
import type { ReferenceUpload } from '../../../api/reference-upload.ts';

/** An image that the creator chose. It stays in the browser until it is assigned. */
export interface LocalImage {
  file: File;
  /** A data URL. */
  src: string;
}

/** The image that the creator gave a purpose, with its upload. */
export interface AssignedImage {
  userId: string;
  image: LocalImage;
  use: ReferenceUse;
  upload: ReferenceUpload;
}

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
