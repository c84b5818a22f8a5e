import { randomUUID } from 'node:crypto';
import { hasLocalAccessKey, UNKNOWN_ACCESS_KEY } from '../../credentials.ts';
import type { HttpCall, HttpHandler, HttpResponse } from './dual-server.ts';
import { BedrockError, invalidIdentifier } from './errors.ts';
import { malformedRequest } from './validation.ts';

const ROUTE = /^\/model\/(?<modelId>[^/?]+)\/(?<operation>invoke|converse)(?:\?.*)?$/;

/** `AWS4-HMAC-SHA256 Credential=KEY/20260131/us-west-2/bedrock/aws4_request, SignedHeaders=…, Signature=…` */
const SIGV4 =
  /^AWS4-HMAC-SHA256 Credential=[^/\s,]+\/\d{8}\/(?<region>[^/\s,]+)\/bedrock\/aws4_request,\s*SignedHeaders=[^\s,]+,\s*Signature=[0-9a-f]+$/;

/** A verified call of one model. */
export interface ModelCall {
  modelId: string;
  region: string;
  /** The parsed JSON. */
  body: unknown;
  /** Aborts when the client disconnects before it has the response. */
  disconnected: AbortSignal;
}

/** @returns the JSON of the response. @throws BedrockError */
export type ModelOperation = (call: ModelCall) => Promise<object>;

/** Serves the operations of the Bedrock runtime: `POST /model/{modelId}/invoke` and `/converse`. */
export function createRuntimeApi(operations: Record<'invoke' | 'converse', ModelOperation>): HttpHandler {
  return async (call) => {
    try {
      const { operation, modelId } = parseRoute(call);
      refuseOptions(call);
      const region = readSignedRegion(call.headers.authorization);
      const body = parseJson(call.body);
      return jsonResponse(
        200,
        await operations[operation]({ modelId, region, body, disconnected: call.disconnected }),
      );
    } catch (error) {
      if (call.disconnected.aborted) throw error;
      return errorResponse(error);
    }
  };
}

/** @throws BedrockError when the request is for another operation. */
function parseRoute({ method, path }: HttpCall): { operation: 'invoke' | 'converse'; modelId: string } {
  const { operation, modelId } = ROUTE.exec(path)?.groups ?? {};
  if (method !== 'POST' || modelId === undefined) {
    throw new BedrockError(
      'UnknownOperationException',
      `The Bedrock emulator implements InvokeModel and Converse only, not ${method} ${path}.`,
    );
  }
  try {
    return {
      operation: operation === 'invoke' ? operation : 'converse',
      modelId: decodeURIComponent(modelId),
    };
  } catch {
    throw invalidIdentifier();
  }
}

/**
 * Guardrails, tracing, latency and service tiers are headers `X-Amzn-Bedrock-…` (Amazon Bedrock API reference, InvokeModel).
 * @throws BedrockError that names the header.
 */
function refuseOptions({ headers }: HttpCall): void {
  const name = Object.keys(headers).find((header) => header.startsWith('x-amzn-bedrock-'));
  if (name === undefined) return;
  throw new BedrockError(
    'UnknownOperationException',
    `The Bedrock emulator does not implement the header ${name}.`,
  );
}

/**
 * Reads the region of the signature. The emulator does not verify the signature itself, because all clients run
 * on this machine. A Bedrock API key (`Bearer`) is rejected, because it names no region.
 * @throws BedrockError when the request is not signed for Bedrock.
 */
function readSignedRegion(authorization = ''): string {
  const { region } = SIGV4.exec(authorization)?.groups ?? {};
  if (region === undefined) {
    const message = 'The request has no signature of AWS4-HMAC-SHA256 for bedrock.';
    throw new BedrockError('IncompleteSignatureException', message);
  }
  if (!hasLocalAccessKey(authorization)) {
    throw new BedrockError(UNKNOWN_ACCESS_KEY.type, UNKNOWN_ACCESS_KEY.message);
  }
  return region;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformedRequest();
  }
}

function errorResponse(error: unknown): HttpResponse {
  // The stack of an unexpected error helps the developers of the emulator, its only readers.
  const stack = error instanceof Error ? (error.stack ?? error.message) : 'unknown';
  const known = error instanceof BedrockError ? error : new BedrockError('InternalServerException', stack);
  return jsonResponse(
    known.status,
    { message: known.message },
    // The SDK takes the part before the colon as the error's class; Bedrock sends both parts.
    { 'x-amzn-errortype': `${known.type}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
  );
}

function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}
