/** What a model is asked to paint. */
export interface PaintRequest {
  prompt: string;
  negativePrompt?: string | undefined;
  /** 1 to `SEED_LIMIT`; kept with the thumbnail, so that the picture can be painted again. */
  seed: number;
}

/** The largest seed that every schema takes (Nova Canvas has the smallest range). */
export const SEED_LIMIT = 858_993_459;

/** A PNG and its real size, in pixels. */
export interface Picture {
  png: Uint8Array;
  width: number;
  height: number;
}

/** What a model made of it. */
export type Verdict =
  | { kind: 'painted'; picture: Picture }
  /** The model's content filter said no. Another model is not asked: that would be shopping for a yes. */
  | { kind: 'filtered' }
  /** This model cannot serve this request now; the next one may. `reason` is for the log. */
  | { kind: 'unavailable'; reason: string };

/** One request schema of Bedrock's image models: pure translation, no calls. */
export interface Adapter {
  /** The longest prompt and negative prompt that the schema takes, in UTF-16 units. */
  maxTextLength: number;
  /** The JSON body of InvokeModel. */
  body(request: PaintRequest): Record<string, unknown>;
  /** @throws a zod error when the answer is not of this schema; Error when the picture is not a PNG. */
  read(response: unknown): Verdict;
}
