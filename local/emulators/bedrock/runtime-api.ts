import { randomUUID } from 'node:crypto';
import { IamError } from '../../iam/errors.ts';
import type { Iam } from '../../iam/iam.ts';
import { authorizeModelCall } from './authorize.ts';
import type { HttpCall, HttpHandler, HttpResponse } from './dual-server.ts';
import { BedrockError, invalidIdentifier } from './errors.ts';
import { malformedRequest } from './validation.ts';

const ROUTE = /^\/model\/(?<modelId>[^/?]+)\/(?<operation>invoke|converse)(?:\?.*)?$/;

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
export function createRuntimeApi(
  operations: Record<'invoke' | 'converse', ModelOperation>,
  iam: Iam,
): HttpHandler {
  return async (call) => {
    try {
      const { operation, modelId } = parseRoute(call);
      refuseOptions(call);
      const region = await authorizeModelCall(iam, call, modelId);
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
  const isKnown = error instanceof BedrockError || error instanceof IamError;
  const known = isKnown ? error : new BedrockError('InternalServerException', stack);
  return jsonResponse(
    known instanceof IamError ? 403 : known.status,
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
