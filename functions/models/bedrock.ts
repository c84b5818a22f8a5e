import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import type { ImageModel } from '../../contract/model-pool.ts';
import { errorName } from '../shared/logger.ts';
import type { Adapter, ImageRequest, ModelResult } from './adapter.ts';
import { stability } from './stability.ts';

const ADAPTERS = { stability } as const satisfies Record<ImageModel['schema'], Adapter>;

/** One client per region, because a model's region can differ from the stack's. */
const clients = new Map<string, BedrockRuntimeClient>();

function getClient(region: string): BedrockRuntimeClient {
  const client =
    clients.get(region) ??
    new BedrockRuntimeClient({
      region,
      // No retries: a throttled request goes to the next model, and an image is never paid for twice.
      maxAttempts: 1,
      requestHandler: { sessionTimeout: 60_000 },
    });
  clients.set(region, client);
  return client;
}

/**
 * Requests one image from one model.
 * @throws the reason of the signal's abort. Every other failure is a result.
 */
export async function invokeModel(
  model: ImageModel,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<ModelResult> {
  const adapter = ADAPTERS[model.schema];
  if (Math.max(request.prompt.length, request.negativePrompt?.length ?? 0) > adapter.maxTextLength) {
    return { kind: 'unavailable', reason: 'the prompt is too long for this model' };
  }
  try {
    const { body } = await getClient(model.region).send(
      new InvokeModelCommand({
        modelId: model.id,
        contentType: 'application/json',
        accept: 'application/json',
        body: JSON.stringify(adapter.buildBody(request)),
      }),
      { abortSignal: signal },
    );
    return adapter.parseResponse(JSON.parse(body.transformToString()));
  } catch (error) {
    signal.throwIfAborted();
    if (isContentFilterError(error)) return { kind: 'filtered' };
    // Log only the name, because the message may quote the prompt.
    return { kind: 'unavailable', reason: errorName(error) };
  }
}

/** Bedrock can also report a filtered prompt as a validation error. */
function isContentFilterError(error: unknown): boolean {
  return (
    error instanceof BedrockRuntimeServiceException &&
    error.name === 'ValidationException' &&
    /content filter|Responsible AI/i.test(error.message)
  );
}
