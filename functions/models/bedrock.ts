import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { errorName } from '../platform/logger.ts';
import { type Adapter, explainValidationError, type ImageRequest, type ModelResult } from './adapter.ts';

/** A model in one region, and the adapter for its request schema. */
export interface ModelTarget {
  id: string;
  region: string;
  adapter: Adapter;
  /** AWS's list price of one image, in US dollars. */
  usdPerImage?: number | undefined;
}

/** The clients by region. A model's region can differ from the stack's region. */
const clients = new Map<string, BedrockRuntimeClient>();

function getClient(region: string): BedrockRuntimeClient {
  const client =
    clients.get(region) ??
    new BedrockRuntimeClient({
      region,
      // The client does not retry: a throttled request goes to the next model, and an image is never paid for twice.
      maxAttempts: 1,
      requestHandler: { sessionTimeout: 60_000 },
    });
  clients.set(region, client);
  return client;
}

/**
 * Requests one image from one model.
 * @throws the reason of the signal if the signal aborts. Every other failure is a result.
 */
export async function invokeModel(
  { id, region, adapter }: ModelTarget,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<ModelResult> {
  try {
    const { body } = await getClient(region).send(
      new InvokeModelCommand({
        modelId: id,
        contentType: 'application/json',
        accept: 'application/json',
        body: JSON.stringify(adapter.buildBody(request)),
      }),
      { abortSignal: signal },
    );
    return readAnswer(adapter, body.transformToString());
  } catch (error) {
    signal.throwIfAborted();
    const cause = explainValidationError(error);
    if (cause === 'filtered') return { kind: 'filtered', rejected: 'other' };
    if (cause === 'request') return { kind: 'invalid' };
    // Only the name is logged, because the message may quote the prompt.
    const reason = errorName(error);
    const isOverloaded = OVERLOAD_ERRORS.has(reason);
    return { kind: 'unavailable', reason, isOverloaded, mayBePaid: !reason.endsWith(BEDROCK_ERROR) };
  }
}

/** Reads the response of a model. An unreadable response counts as an answer without an image. */
function readAnswer(adapter: Adapter, body: string): ModelResult {
  try {
    return adapter.parseResponse(JSON.parse(body));
  } catch (error) {
    return { kind: 'unavailable', reason: errorName(error), isOverloaded: false, mayBePaid: true };
  }
}

/**
 * The end of the name of an error with which Bedrock refuses a request. Bedrock does not bill such a request. Any other error means that
 * the response was lost: the model may have made the image.
 */
const BEDROCK_ERROR = 'Exception';

/**
 * The errors of InvokeModel that a later request may not meet (Amazon Bedrock API reference, InvokeModel, "Errors"). A timeout is not in
 * the list, because the model may have generated the image, and a second image would also be paid.
 */
const OVERLOAD_ERRORS: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ServiceUnavailableException',
  'ModelNotReadyException',
]);
