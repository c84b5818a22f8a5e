import {
  BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import type { ImageModel } from '../../contract/model-pool.ts';
import { errorName } from '../telemetry/logger.ts';
import { amazon } from './amazon.ts';
import type { Adapter, PaintRequest, Verdict } from './model.ts';
import { stability } from './stability.ts';

const ADAPTERS = { stability, amazon } as const satisfies Record<ImageModel['schema'], Adapter>;

/** One client per region of the pool: a model's region is not the stack's. */
const clients = new Map<string, BedrockRuntimeClient>();

function clientFor(region: string): BedrockRuntimeClient {
  const client =
    clients.get(region) ??
    new BedrockRuntimeClient({
      region,
      // A throttled model falls over to the next one at once, and a picture is never paid for twice.
      maxAttempts: 1,
      requestHandler: { sessionTimeout: 60_000 },
    });
  clients.set(region, client);
  return client;
}

/**
 * Asks one model for one picture.
 * @param signal ends the call; its abort is thrown.
 * @throws what the signal was aborted with. Every other failure of the model is a verdict.
 */
export async function invoke(
  model: ImageModel,
  request: PaintRequest,
  signal: AbortSignal,
): Promise<Verdict> {
  const adapter = ADAPTERS[model.schema];
  if (Math.max(request.prompt.length, request.negativePrompt?.length ?? 0) > adapter.maxTextLength) {
    return { kind: 'unavailable', reason: 'the prompt is too long for this model' };
  }
  try {
    const { body } = await clientFor(model.region).send(
      new InvokeModelCommand({
        modelId: model.id,
        contentType: 'application/json',
        accept: 'application/json',
        body: JSON.stringify(adapter.body(request)),
      }),
      { abortSignal: signal },
    );
    return adapter.read(JSON.parse(body.transformToString()));
  } catch (error) {
    signal.throwIfAborted();
    if (isContentFilter(error)) return { kind: 'filtered' };
    // The name alone: a message of Bedrock's may quote the prompt.
    return { kind: 'unavailable', reason: errorName(error) };
  }
}

/** The Amazon schema tells a filtered prompt as a validation error (Amazon Nova guide, "Responsible use"). */
function isContentFilter(error: unknown): boolean {
  return (
    error instanceof BedrockRuntimeServiceException &&
    error.name === 'ValidationException' &&
    /content filter|Responsible AI/i.test(error.message)
  );
}
