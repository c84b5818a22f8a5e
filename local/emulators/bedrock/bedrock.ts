import { listen, stop } from '../serve.ts';
import { createDualServer } from './http.ts';
import { createInvokeModel } from './invoke.ts';
import { paintBlank, paintSketch } from './painter.ts';

export interface BedrockStandIn {
  endpoint: string;
  /** Ends open calls and their timers at once. */
  close(): Promise<void>;
}

interface BedrockOptions {
  /** @default any free one */
  port?: number;
  /** Answers with a tiny constant picture, so that a benchmark measures the product and not the painter. */
  instant?: boolean;
}

/**
 * Stands in for the Bedrock runtime: InvokeModel for the image models of the product, with the refusals of the
 * real one. It paints a sketch instead of asking a model, and misbehaves when the prompt asks it to (see
 * `rehearsal.ts`).
 */
export async function startBedrock({
  port = 0,
  instant = false,
}: BedrockOptions = {}): Promise<BedrockStandIn> {
  const { server, disconnect } = createDualServer(createInvokeModel(instant ? paintBlank : paintSketch));
  const { endpoint } = await listen(server, port, 'the Bedrock stand-in');
  return {
    endpoint,
    async close() {
      const stopped = stop(server);
      disconnect();
      await stopped;
    },
  };
}
