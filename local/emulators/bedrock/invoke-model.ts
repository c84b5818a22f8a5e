import { randomUUID } from 'node:crypto';
import type { HttpCall, HttpHandler, HttpResponse } from './dual-server.ts';
import { BedrockError, invalidIdentifier } from './errors.ts';
import { FaultInjection, parseFaults } from './fault-injection.ts';
import { findModel } from './models.ts';
import type { RenderImage } from './sketch/sketch.ts';
import { malformedRequest } from './validation.ts';

const ROUTE = /^\/model\/(?<modelId>[^/?]+)\/invoke(?:\?.*)?$/;

/** `AWS4-HMAC-SHA256 Credential=KEY/20260131/us-west-2/bedrock/aws4_request, SignedHeaders=…, Signature=…` */
const SIGV4 =
  /^AWS4-HMAC-SHA256 Credential=[^/\s,]+\/\d{8}\/(?<region>[^/\s,]+)\/(?<service>[^/\s,]+)\/aws4_request,\s*SignedHeaders=[^\s,]+,\s*Signature=[0-9a-f]+$/;

/** Handles InvokeModel: `POST /model/{modelId}/invoke` (Amazon Bedrock API reference, InvokeModel). */
export function createInvokeModel(render: RenderImage): HttpHandler {
  const faultInjection = new FaultInjection();

  async function invoke(call: HttpCall): Promise<HttpResponse> {
    const model = findModel(parseModelId(call), readSignedRegion(call.headers.authorization));
    const request = model.parseRequest(parseJson(call.headers['content-type'], call.body));

    const { prompt, ...faults } = parseFaults(request.prompt);
    const outcome = await faultInjection.apply(faults, call.disconnected);
    if (outcome === 'filtered') return jsonResponse(200, { finish_reasons: ['Filter reason: prompt'] });

    const png = await render({ ...request, prompt }, call.disconnected);
    return jsonResponse(200, {
      seeds: [request.seed],
      finish_reasons: [null],
      images: [png.toString('base64')],
    });
  }

  return async (call) => {
    try {
      return await invoke(call);
    } catch (error) {
      if (call.disconnected.aborted) throw error;
      return errorResponse(error);
    }
  };
}

/** @throws BedrockError when the request is for another operation. */
function parseModelId({ method, path }: HttpCall): string {
  const encoded = method === 'POST' ? ROUTE.exec(path)?.groups?.['modelId'] : undefined;
  if (encoded === undefined) {
    throw new BedrockError(
      'UnknownOperationException',
      `The Bedrock emulator implements InvokeModel only, not ${method} ${path}.`,
    );
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalidIdentifier();
  }
}

/**
 * Reads the region of the signature. The emulator does not verify the signature itself, because all clients run
 * on this machine. A Bedrock API key (`Bearer`) is rejected, because it names no region.
 * @throws BedrockError when the request is not signed for Bedrock.
 */
function readSignedRegion(authorization: string | undefined): string {
  if (authorization === undefined || authorization === '') {
    throw new BedrockError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  const { region, service } = SIGV4.exec(authorization)?.groups ?? {};
  if (region === undefined) {
    throw new BedrockError(
      'IncompleteSignatureException',
      "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' of AWS4-HMAC-SHA256.",
    );
  }
  if (service !== 'bedrock') {
    throw new BedrockError(
      'InvalidSignatureException',
      "Credential should be scoped to correct service: 'bedrock'.",
    );
  }
  return region;
}

function parseJson(contentType: string | undefined, body: Buffer): unknown {
  if (contentType !== undefined && !/^application\/json\s*(?:;|$)/i.test(contentType)) {
    throw new BedrockError(
      'ValidationException',
      `The provided content type ${contentType} is invalid or not supported.`,
    );
  }
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
