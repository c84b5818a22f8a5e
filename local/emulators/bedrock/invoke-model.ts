import { FaultInjection, parseFaults } from './fault-injection.ts';
import { findModel } from './models.ts';
import type { ModelOperation } from './runtime-api.ts';
import type { RenderImage } from './sketch/sketch.ts';

/** InvokeModel (Amazon Bedrock API reference, InvokeModel). */
export function createInvokeModel(render: RenderImage): ModelOperation {
  const faultInjection = new FaultInjection();

  return async ({ modelId, region, body, disconnected }) => {
    const request = findModel(modelId, region).parseRequest(body);
    const { prompt, ...faults } = parseFaults(request.prompt);
    const finishReason = await faultInjection.apply(faults, disconnected);
    if (finishReason !== undefined) return { finish_reasons: [finishReason] };
    const png = await render({ ...request, prompt }, disconnected);
    return { seeds: [request.seed], finish_reasons: [null], images: [png.toString('base64')] };
  };
}
