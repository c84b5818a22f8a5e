/** The input of an image model. */
export interface ImageRequest {
  prompt: string;
  negativePrompt?: string | undefined;
  /** 1 to `SEED_LIMIT`. It is stored with the thumbnail, so that the image can be reproduced. */
  seed: number;
}

/** The largest seed of the schema (Amazon Bedrock user guide, "Stability AI models"). */
export const SEED_LIMIT = 4_294_967_294;

/** A PNG and its actual size, in pixels. */
export interface Image {
  png: Uint8Array;
  width: number;
  height: number;
}

export type ModelResult =
  | { kind: 'image'; image: Image }
  /** The content filter rejected the prompt or the image. Do not retry a filtered prompt on another model. */
  | { kind: 'filtered' }
  /** This model cannot serve the request now; the next model may. `reason` is for the log. */
  | { kind: 'unavailable'; reason: string };

/** Translates to and from one request schema of Bedrock's image models. Makes no calls. */
export interface Adapter {
  /** Maximum length of the prompt and of the negative prompt, in UTF-16 code units. */
  maxTextLength: number;
  /** The JSON body of InvokeModel. */
  buildBody(request: ImageRequest): Record<string, unknown>;
  /** @throws a zod error if the response does not match the schema; Error if the image is not a PNG. */
  parseResponse(response: unknown): ModelResult;
}
