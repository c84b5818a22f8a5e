import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { PROFILE_REGIONS } from '#contract/model-pool.ts';
import { createArn } from '../../credentials.ts';
import { IamError } from '../../iam/errors.ts';
import type { Iam } from '../../iam/iam.ts';
import type { Permission } from '../../iam/policy.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { type HttpCall, type HttpResponse, serveDual } from './dual-server.ts';

const ROUTE = /^\/model\/(?<modelId>[^/?]+)\/(?<operation>invoke|converse)(?:\?.*)?$/;

/** A call of a model by a function whose role allows the call. */
export interface ModelCall extends HttpCall {
  operation: 'invoke' | 'converse';
  modelId: string;
  /** The region in the signature. */
  region: string;
}

/** An operation of the emulator. @returns the JSON of the response. @throws BedrockError */
export type ModelOperation = (
  request: Pick<ModelCall, 'modelId' | 'region' | 'disconnected'> & { body: unknown },
) => Promise<object>;

interface RuntimeOptions {
  name: string;
  iam: Iam;
  /** @throws BedrockError */
  answer: (call: ModelCall) => Promise<HttpResponse>;
}

/** Serves the operations of the Bedrock runtime: `POST /model/{modelId}/invoke` and `/converse`. */
export function serveRuntimeApi({ name, iam, answer }: RuntimeOptions) {
  return serveDual(name, async (call) => {
    try {
      const { operation, modelId } = parseRoute(call);
      refuseOptions(call);
      const { method, path: url, headers, body } = call;
      const { principal, region } = await iam.authenticate(toSignedRequest({ method, url, headers }, body), {
        service: 'bedrock',
      });
      // InvokeModel and Converse need the same permissions.
      iam.authorize(principal, listPermissions(modelId, region));
      return await answer({ ...call, operation, modelId, region });
    } catch (error) {
      if (call.disconnected.aborted) throw error;
      return errorResponse(error);
    }
  });
}

/** @throws BedrockError if the request is for another operation. */
function parseRoute({ method, path }: HttpCall): Pick<ModelCall, 'operation' | 'modelId'> {
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
 * Refuses the headers `X-Amzn-Bedrock-…`, which select guardrails, tracing, latency and service tiers (Amazon Bedrock API reference,
 * InvokeModel).
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
 * Lists the permissions that a call needs. A profile forwards the call to its model in any region of its geography, so the caller needs the
 * permission for each region (Amazon Bedrock user guide, "Geographic cross-Region inference").
 */
function listPermissions(modelId: string, region: string): Permission[] {
  const allow = (resource: string, profile?: string): Permission => ({
    action: 'bedrock:InvokeModel',
    resource,
    ...(profile !== undefined && { context: { 'bedrock:InferenceProfileArn': profile } }),
  });
  const [geography, ...model] = modelId.split('.');
  if (geography !== 'us') return [allow(`arn:aws:bedrock:${region}::foundation-model/${modelId}`)];
  const profile = createArn('bedrock', region, `inference-profile/${modelId}`);
  return [
    allow(profile),
    ...PROFILE_REGIONS.map((each) =>
      allow(`arn:aws:bedrock:${each}::foundation-model/${model.join('.')}`, profile),
    ),
  ];
}

function errorResponse(error: unknown): HttpResponse {
  // The response contains the stack of an unexpected error, because only the developers of the emulator read it.
  const stack = error instanceof Error ? (error.stack ?? error.message) : 'unknown';
  const isKnown = error instanceof BedrockError || error instanceof IamError;
  const known = isKnown ? error : new BedrockError('InternalServerException', stack);
  return jsonResponse(
    known instanceof IamError ? 403 : known.status,
    { message: known.message },
    // The SDK uses the part before the colon as the class of the error. Bedrock sends both parts.
    { 'x-amzn-errortype': `${known.type}:http://internal.amazon.com/coral/com.amazon.bedrock/` },
  );
}

export function jsonResponse(
  status: number,
  body: object,
  headers: Record<string, string> = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID(), ...headers },
    body: JSON.stringify(body),
  };
}

/** The errors of InvokeModel and their statuses (Amazon Bedrock API reference, InvokeModel, "Errors"). */
const STATUS = {
  AccessDeniedException: 403,
  InternalServerException: 500,
  ModelErrorException: 424,
  ModelNotReadyException: 429,
  ServiceQuotaExceededException: 400,
  ServiceUnavailableException: 503,
  ThrottlingException: 429,
  ValidationException: 400,
  UnknownOperationException: 501,
} as const;

export type ErrorType = keyof typeof STATUS;

/** An error response in Bedrock's format. */
export class BedrockError extends Error {
  readonly type: ErrorType;

  constructor(type: ErrorType, message: string) {
    super(message);
    this.name = 'BedrockError';
    this.type = type;
  }

  get status(): number {
    return STATUS[this.type];
  }
}

/** Creates the error for an unknown model id and for a model that is absent from the region. Bedrock uses the same message for both. */
export function invalidIdentifier(): BedrockError {
  return new BedrockError('ValidationException', 'The provided model identifier is invalid.');
}

/**
 * Parses a request body.
 * @throws BedrockError ValidationException that names every invalid field.
 */
export function parseOrReject<T>(schema: z.ZodType<T>, body: unknown): T {
  return requireParsed(schema.safeParse(body));
}

/** Parses a request body whose schema decodes images. @throws BedrockError ValidationException that names every invalid field. */
export async function decodeOrReject<T>(schema: z.ZodType<T>, body: unknown): Promise<T> {
  return requireParsed(await schema.safeParseAsync(body));
}

function requireParsed<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data;
  throw malformedRequest(z.prettifyError(parsed.error));
}

export function malformedRequest(violations: string): BedrockError {
  const message = `Malformed input request: ${violations}, please reformat your input and try again.`;
  return new BedrockError('ValidationException', message);
}
