import { Iam } from '../../iam/iam.ts';
import { createConverse } from './converse.ts';
import { serveDual } from './dual-server.ts';
import { createInvokeModel } from './invoke-model.ts';
import { createRuntimeApi } from './runtime-api.ts';
import { renderBlank, renderSketch } from './sketch/sketch.ts';

export interface BedrockEmulator {
  endpoint: string;
  /** Ends open calls and their timers at once. */
  close(): Promise<void>;
}

interface BedrockOptions {
  /** @default any free port */
  port?: number;
  /** Answers with a tiny constant image, so that a benchmark measures the product and not the rendering. */
  instant?: boolean;
  /** @default accepts the administrator only */
  iam?: Iam;
}

/**
 * Emulates the Bedrock runtime: InvokeModel for the image models of the product and Converse for its text model. It renders a sketch instead of running a model, and injects the faults that the
 * prompt names (see `fault-injection.ts`).
 */
export function startBedrock({
  port = 0,
  instant = false,
  iam = new Iam(),
}: BedrockOptions = {}): Promise<BedrockEmulator> {
  const invoke = createInvokeModel(instant ? renderBlank : renderSketch);
  const api = createRuntimeApi({ invoke, converse: createConverse() }, iam);
  return serveDual('the Bedrock emulator', port, api);
}
