import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** The names of this machine, with any port. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

interface Incoming {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** The common part of the responses of `node:http` and `node:http2`. */
interface Outgoing {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/**
 * Answers 403 to a request for another host than this machine. A web page whose host name resolves to this machine (DNS
 * rebinding) is of the same origin as the server, so the browser would let it read every response.
 * @returns whether the request was answered.
 */
export function refuseForeignHost({ headers }: Incoming, response: Outgoing): boolean {
  const host = headers[':authority'] ?? headers.host ?? '';
  if (typeof host === 'string' && LOCAL_HOST.test(host)) return false;
  refuse(response, 'This server answers requests to localhost, 127.0.0.1 and [::1] only.');
  return true;
}

/**
 * Answers 403 to a request that a page of another origin sent, except to open a page. Tools that are not browsers send
 * none of these headers (Fetch standard, "Origin header"; "Fetch Metadata Request Headers").
 * @returns whether the request was answered.
 */
export function refuseCrossSite({ method, headers }: Incoming, response: Outgoing): boolean {
  const { host, origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
  const isOwn = ['same-origin', 'none'].includes(site) && (origin ?? `http://${host}`) === `http://${host}`;
  if (isOwn || (method === 'GET' && mode === 'navigate')) return false;
  refuse(response, 'The developer tools accept requests of their own pages only.');
  return true;
}

function refuse(response: Outgoing, sentence: string): void {
  response.statusCode = 403;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end(`${sentence}\n`);
}

export class TooLargeError extends Error {}

/**
 * Reads the whole body of a request, also if it is too large: the connection would be cut before the client has the answer.
 * @throws TooLargeError when it is longer than `maxBytes`.
 */
export async function readBody(request: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  if (length > maxBytes) throw new TooLargeError();
  return Buffer.concat(chunks);
}
