import { createServer as createHttp1Server, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import { BedrockError } from './errors.ts';

/** One HTTP request, whatever the protocol. */
export interface HttpCall {
  method: string;
  /** Path and query, as sent. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Reads the body to its end. @throws BedrockError when it is larger than Bedrock takes. */
  body(): Promise<Buffer>;
  /** Aborts when the caller leaves before it has its answer. */
  gone: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** @throws only when the caller is gone; then nobody is answered. */
export type HttpHandler = (call: HttpCall) => Promise<HttpAnswer>;

/** Amazon Bedrock API reference, InvokeModel, "Request Body". */
const LARGEST_BODY = 25_000_000;

/** Every HTTP/2 connection begins with `PRI * HTTP/2.0` (RFC 9113, section 3.4), and no method of HTTP/1.1 is PRI. */
const HTTP2_PREFACE = 'PRI';

/** What the requests of both protocols have in common. */
interface Incoming extends AsyncIterable<unknown> {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  on(event: 'error', listener: () => void): unknown;
}

interface Outgoing {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  once(event: 'close', listener: () => void): unknown;
  end(body: string): unknown;
}

/**
 * A server that speaks cleartext HTTP/2, as the SDK does by default, and HTTP/1.1, as `curl` does, on one port.
 * @returns the server, and how to cut off everyone who is connected.
 */
export function createDualServer(handler: HttpHandler): { server: Server; disconnect: () => void } {
  const serve = (incoming: Incoming, outgoing: Outgoing) => void exchange(incoming, outgoing, handler);
  const http1 = createHttp1Server(serve);
  const http2 = createHttp2Server(serve);
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A caller that vanishes is no error of ours; without a listener it would end the process.
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      const isHttp2 = first.toString('latin1', 0, HTTP2_PREFACE.length) === HTTP2_PREFACE;
      (isHttp2 ? http2 : http1).emit('connection', socket);
      if (!isHttp2) socket.resume();
    });
  });

  return {
    server,
    disconnect() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function exchange(incoming: Incoming, outgoing: Outgoing, handler: HttpHandler): Promise<void> {
  const departure = new AbortController();
  outgoing.once('close', () => departure.abort());
  incoming.on('error', () => departure.abort());
  try {
    const answer = await handler({
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: () => read(incoming),
      gone: departure.signal,
    });
    if (departure.signal.aborted) return;
    outgoing.statusCode = answer.status;
    for (const [name, value] of Object.entries(answer.headers)) outgoing.setHeader(name, value);
    outgoing.end(answer.body);
  } catch (error) {
    if (!departure.signal.aborted) throw error;
  }
}

async function read(incoming: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    // The rest is read and dropped: a caller is answered only after it has said all.
    if (length <= LARGEST_BODY) chunks.push(chunk);
  }
  if (length > LARGEST_BODY) {
    throw new BedrockError(
      'RequestEntityTooLargeException',
      `The request body exceeds ${LARGEST_BODY} bytes.`,
    );
  }
  return Buffer.concat(chunks);
}
