/** The input of an image model. */
export interface ImageRequest {
  prompt: string;
  negativePrompt?: string | undefined;
  /** The seed, 1 to `SEED_LIMIT`. It is stored with the thumbnail, so that the image can be reproduced. */
  seed: number;
}

/** The largest seed in the schema (Amazon Bedrock user guide, "Stability AI models"). */
export const SEED_LIMIT = 4_294_967_294;

/** An image and its actual size, in pixels. */
export interface Image {
  type: 'image/png' | 'image/jpeg';
  content: Uint8Array;
  width: number;
  height: number;
}

export type ModelResult =
  | { kind: 'image'; image: Image }
  /**
   * The content filter rejected the image in the request, or the prompt, or the generated image. Do not retry a filtered request on another
   * model.
   */
  | { kind: 'filtered'; rejected: 'input image' | 'other' }
  /**
   * The model cannot read the request. Do not retry the request on another model: the user chooses the text and the image, and each attempt
   * uses the quota of a model.
   */
  | { kind: 'invalid' }
  /**
   * This model cannot serve the request now, but the next model may. `reason` is for the log. `isOverloaded`: the model refused the request
   * because of its load, and may accept the request in a few seconds. `mayBePaid`: the model sent a response without a usable image, or its
   * response was lost.
   */
  | { kind: 'unavailable'; reason: string; isOverloaded: boolean; mayBePaid: boolean };

/** Converts requests and responses for one request schema of Bedrock's image models. Makes no calls. */
export interface Adapter {
  /** Maximum length of the prompt and of the negative prompt, in UTF-16 code units. */
  maxTextLength: number;
  /** The error code if the model cannot read the request. The code names the part of the request that the user chose. */
  invalidCode: 'content_filtered' | 'reference_invalid' | 'edit_not_possible';
  /** Builds the JSON body of InvokeModel. */
  buildBody(request: ImageRequest): Record<string, unknown>;
  /** @throws a zod error if the response does not match the schema; Error if the image is neither a PNG nor a JPEG. */
  parseResponse(response: unknown): ModelResult;
}

/** Matches the message of a filtered prompt. Bedrock can report it as a validation error. */
const FILTERED = /content filter|Responsible AI/i;

/**
 * Matches the message for a model that is absent from the region, or not enabled for the account. Only the beginning of the message
 * decides, because the rest may quote the user's text.
 */
const NOT_OFFERED =
  /^(?:The provided model identifier is invalid|Invocation of model ID \S+ with on-demand throughput|Operation not allowed)/;

/**
 * Explains a ValidationException of Bedrock by its message. `filtered`: the content filter rejected the request. `model`: the model cannot
 * be used for any request. `request`: the model cannot read the prompt, the image, or a field that the product sends.
 * @returns undefined for any other error.
 */
export function explainValidationError(error: unknown): 'filtered' | 'model' | 'request' | undefined {
  if (!(error instanceof Error) || error.name !== 'ValidationException') return undefined;
  if (FILTERED.test(error.message)) return 'filtered';
  return NOT_OFFERED.test(error.message) ? 'model' : 'request';
}
