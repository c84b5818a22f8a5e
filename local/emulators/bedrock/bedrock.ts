import { randomInt } from 'node:crypto';
import { PROFILE_REGIONS } from '#contract/model-pool.ts';
import { Iam } from '../../iam/iam.ts';
import { createConverse } from './converse.ts';
import { EDIT_SERVICES, type ParseEdit } from './edits/edit-services.ts';
import { addComment } from './edits/pixels.ts';
import {
  invalidIdentifier,
  jsonResponse,
  malformedRequest,
  type ModelOperation,
  serveRuntimeApi,
} from './runtime-api.ts';
import { FaultInjection, parseFaults, splitEditFaults } from './fault-injection.ts';
import { findModel, MAX_SEED } from './models.ts';
import { type RenderImage, renderSketch, renderSmall } from './sketch/sketch.ts';

export type BedrockEmulator = Awaited<ReturnType<typeof startBedrock>>;

interface BedrockOptions {
  /** Answers with a tiny constant image, so that a benchmark measures the product and not the rendering. */
  instant?: boolean;
  /** @default accepts the administrator only */
  iam?: Iam;
}

/**
 * Emulates the Bedrock runtime: InvokeModel for the image models of the product, and Converse for its text model. The emulator renders a
 * sketch instead of running a model, and injects the faults that the prompt names (see `fault-injection.ts`).
 */
export function startBedrock({ instant = false, iam = new Iam() }: BedrockOptions = {}) {
  const operations: Record<'invoke' | 'converse', ModelOperation> = {
    invoke: createInvokeModel(instant ? renderSmall : renderSketch),
    converse: createConverse(),
  };
  return serveRuntimeApi({
    name: 'the Bedrock emulator',
    iam,
    answer: async ({ operation, body, ...call }) =>
      jsonResponse(200, await operations[operation]({ ...call, body: parseJson(body) })),
  });
}

/** Emulates InvokeModel (Amazon Bedrock API reference, InvokeModel). */
function createInvokeModel(render: RenderImage): ModelOperation {
  const faultInjection = new FaultInjection();

  async function edit(
    { modelId, region, body, disconnected }: Parameters<ModelOperation>[0],
    parseEdit: ParseEdit,
  ) {
    if (!PROFILE_REGIONS.includes(region)) throw invalidIdentifier();
    const request = await parseEdit(body);
    const finishReason = await faultInjection.apply(parseFaults(request.words), disconnected);
    if (finishReason !== undefined) return { finish_reasons: [finishReason] };
    const seed = randomInt(1, MAX_SEED + 1);
    const image = await request.paint((text, width, height) => {
      const { prompt } = parseFaults(text);
      return render({ modelId, prompt, negativePrompt: '', seed, width, height }, disconnected);
    });
    return { seeds: [seed], finish_reasons: [null], images: [image.toString('base64')] };
  }

  return async (call) => {
    const { modelId, region, body, disconnected } = call;
    const parseEdit = EDIT_SERVICES.get(modelId);
    if (parseEdit !== undefined) return edit(call, parseEdit);
    const request = await findModel(modelId, region)(body);
    const { text, forEdits } = splitEditFaults(request.prompt);
    const { prompt, ...faults } = parseFaults(text);
    const finishReason = await faultInjection.apply(faults, disconnected);
    if (finishReason !== undefined) return { finish_reasons: [finishReason] };
    const png = await render({ ...request, prompt }, disconnected);
    const image = forEdits === '' ? png : addComment(png, forEdits);
    return { seeds: [request.seed], finish_reasons: [null], images: [image.toString('base64')] };
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformedRequest('not JSON');
  }
}
