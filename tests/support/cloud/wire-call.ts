import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import type { Service } from './refusals.ts';

/** One request on its way from a function to a service. */
export interface WireCall {
  service: Service;
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Incoming = IncomingMessage | Http2ServerRequest;

/** What a service, or the wire, says. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
}

export async function readCall(service: Service, incoming: Incoming): Promise<WireCall> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  return { service, method, path, headers, body: await buffer(incoming) };
}

/** Whether a client of the AWS SDK sends a call again. */
export const isRepeated = ({ headers }: WireCall) =>
  /attempt=(?!1;)/.test(String(headers['amz-sdk-request']));

/** The upload of a preview, beside that of its image. */
export const PUT_PREVIEW = 'PutObject preview';

/** What a call asks for, e.g. `TransactWriteItems` or `PutObject`. */
export function operationOf({ service, method, path, headers }: WireCall): string {
  switch (service) {
    case 'DYNAMODB':
    case 'COGNITO_IDENTITY_PROVIDER':
    case 'SECRETS_MANAGER':
    case 'SQS':
      return String(headers['x-amz-target']).split('.').at(-1) ?? '';
    case 'BEDROCK_RUNTIME':
      return 'InvokeModel';
    case 'S3':
      return s3Operation(method, path);
    case 'STRIPE':
      // Without what names one object: `GET checkout/sessions/…`.
      return `${method} ${path
        .replace(/^\/v1\//, '')
        .replace(/\?.*/, '')
        .replace(/[a-z]+_\w+$/, '…')}`;
  }
}

function s3Operation(method: string, path: string): string {
  if (path.includes('list-type=2')) return 'ListObjectsV2';
  if (path.includes('versions=')) return 'ListObjectVersions';
  if (method === 'POST') return 'DeleteObjects';
  if (method === 'PUT' && path.includes('.webp')) return PUT_PREVIEW;
  return { PUT: 'PutObject', DELETE: 'DeleteObject' }[method] ?? 'GetObject';
}

/** Whether a call names something: an id in its path or its body. */
export function names({ service, path, body }: WireCall, mark: string): boolean {
  const isNamed = path.includes(mark) || body.includes(mark);
  return isNamed || (service === 'BEDROCK_RUNTIME' && decodeImage(body).includes(mark));
}

/** The image in a request to a model, whose comment names the user. */
function decodeImage(body: Buffer): Buffer {
  const { image = '' } = JSON.parse(body.toString()) as { image?: string };
  return Buffer.from(image, 'base64');
}

/** The headers to go on with: HTTP/2's own end here. */
function onwardHeaders({ headers }: WireCall): IncomingHttpHeaders {
  const { ':authority': host, ...others } = headers;
  const plain = Object.entries(others).filter(([name]) => !name.startsWith(':'));
  return { ...(typeof host === 'string' && { host }), ...Object.fromEntries(plain) };
}

/** Sends a call on. The host header stays as the caller signed it. */
export async function forward(target: URL, call: WireCall): Promise<Answer> {
  const { method, path, body } = call;
  const headers = withoutConnection(onwardHeaders(call));
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: target.hostname, port: target.port, method, path, headers }, resolve)
      .once('error', reject)
      .end(body);
  });
  const { statusCode: status = 502, headers: said } = reply;
  return { status, headers: withoutConnection(said), body: await buffer(reply) };
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** What belongs to one connection is not handed on, and HTTP/2 refuses it. */
function withoutConnection(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
