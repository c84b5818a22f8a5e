import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** Matches the names of this machine, with any port. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

interface Incoming {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** The common part of the responses in `node:http` and `node:http2`. */
interface Outgoing {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/**
 * Answers 403 to a request for a host other than this machine. A web page whose host name resolves to this machine (DNS rebinding) has the
 * same origin as the server. The browser would let this page read every response.
 * @returns true if the request was answered.
 */
export function refuseForeignHost({ headers }: Incoming, response: Outgoing): boolean {
  const host = headers[':authority'] ?? headers.host ?? '';
  if (typeof host === 'string' && LOCAL_HOST.test(host)) return false;
  refuse(response, 'This server answers requests to localhost, 127.0.0.1 and [::1] only.');
  return true;
}

/**
 * Answers 403 to a request that a page of another origin sent. Such a page may only open a page. Tools that are not browsers send none of
 * these headers (Fetch standard, "Origin header"; "Fetch Metadata Request Headers").
 * @returns true if the request was answered.
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
 * Reads the whole body of a request, even if the body is too large: otherwise the connection would close before the client has the
 * response.
 * @throws TooLargeError if the body is longer than `maxBytes`.
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
