/** What a request asks to be painted, whatever schema said it. */
interface PaintOrder {
  prompt: string;
  negativePrompt: string;
  /** One picture for each seed. */
  seeds: readonly number[];
  width: number;
  height: number;
}

/** One request schema of Bedrock's image models. */
export interface ImageSchema {
  /** @throws BedrockError ValidationException that names the field at fault. */
  read(body: unknown): PaintOrder;
  /** The answer's JSON. @param images base64, in the order of the seeds. */
  answer(order: PaintOrder, images: readonly string[]): object;
  /** What the content filter's verdict looks like. @throws BedrockError where the schema tells it as an error. */
  filtered(): object;
}
