import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CognitoError } from './errors.ts';

/** The AWS JSON 1.1 protocol, as browsers may use it from any origin. */

const CONTENT_TYPE = 'application/x-amz-json-1.1';
const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const MAX_BODY = 256 * 1024;

export interface Call {
  operation: string;
  input: unknown;
  isSigned: boolean;
}

/** @throws CognitoError when the request is not a call of this protocol. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const target = request.headers['x-amz-target'];
  if (request.method !== 'POST' || typeof target !== 'string' || !target.startsWith(TARGET_PREFIX)) {
    throw new CognitoError(
      'UnknownOperationException',
      'This is the local Cognito: POST with an X-Amz-Target.',
    );
  }
  return {
    operation: target.slice(TARGET_PREFIX.length),
    input: parse(await readBody(request)),
    isSigned: request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false,
  };
}

export function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-expose-headers',
    'x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date',
  );
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET,POST,OPTIONS');
  // Amplify and the SDK send headers that change with their versions, so what is asked for is granted.
  response.setHeader(
    'access-control-allow-headers',
    request.headers['access-control-request-headers'] ?? '*',
  );
  response.setHeader('access-control-max-age', '86400');
}

export function sendAnswer(response: ServerResponse, answer: object): void {
  send(response, 200, answer);
}

export function sendError(response: ServerResponse, error: unknown): void {
  const isOurs = error instanceof CognitoError;
  const name = isOurs ? error.name : 'InternalErrorException';
  const message = error instanceof Error ? error.message : String(error);
  response.setHeader('x-amzn-errortype', `${name}:`);
  // A header cannot hold every character that a trigger's error may have.
  response.setHeader('x-amzn-errormessage', message.replace(/[^\x20-\x7e]/g, '?'));
  send(response, isOurs ? 400 : 500, { __type: name, message });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.setHeader('x-amzn-requestid', randomUUID());
  response.writeHead(status, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new CognitoError('SerializationException', 'The request body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new CognitoError('SerializationException', 'The request body is not JSON.');
  }
}
