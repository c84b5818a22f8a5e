import { Iam } from '../../iam/iam.ts';
import { createConverse } from './converse.ts';
import { malformedRequest } from './errors.ts';
import { FaultInjection, parseFaults } from './fault-injection.ts';
import { findModel } from './models.ts';
import { jsonResponse, type ModelOperation, serveRuntimeApi } from './runtime-api.ts';
import { renderBlank, renderSketch, type RenderImage } from './sketch/sketch.ts';

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
 * Emulates the Bedrock runtime: InvokeModel for the image models of the product and Converse for its text model. It renders
 * a sketch instead of running a model, and injects the faults that the prompt names (see `fault-injection.ts`).
 */
export function startBedrock({
  port = 0,
  instant = false,
  iam = new Iam(),
}: BedrockOptions = {}): Promise<BedrockEmulator> {
  const operations: Record<'invoke' | 'converse', ModelOperation> = {
    invoke: createInvokeModel(instant ? renderBlank : renderSketch),
    converse: createConverse(),
  };
  return serveRuntimeApi({
    name: 'the Bedrock emulator',
    port,
    iam,
    answer: async ({ operation, body, ...call }) =>
      jsonResponse(200, await operations[operation]({ ...call, body: parseJson(body) })),
  });
}

/** InvokeModel (Amazon Bedrock API reference, InvokeModel). */
function createInvokeModel(render: RenderImage): ModelOperation {
  const faultInjection = new FaultInjection();

  return async ({ modelId, region, body, disconnected }) => {
    const request = findModel(modelId, region)(body);
    const { prompt, ...faults } = parseFaults(request.prompt);
    const finishReason = await faultInjection.apply(faults, disconnected);
    if (finishReason !== undefined) return { finish_reasons: [finishReason] };
    const png = await render({ ...request, prompt }, disconnected);
    return { seeds: [request.seed], finish_reasons: [null], images: [png.toString('base64')] };
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformedRequest('not JSON');
  }
}
