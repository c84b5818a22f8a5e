import { createServer as createHttp1Server, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer, type Socket } from 'node:net';
import { refuseForeignHost } from '../../http/requests.ts';
import { listen, stop } from '../serve.ts';

/** An HTTP request of either protocol. */
export interface HttpCall {
  method: string;
  /** The path and the query, as the client sent them. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Aborts when the client disconnects before the response is complete. */
  disconnected: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** @throws only when the client has disconnected. */
export type HttpHandler = (call: HttpCall) => Promise<HttpResponse>;

/** Every HTTP/2 connection begins with `PRI * HTTP/2.0` (RFC 9113, section 3.4); HTTP/1.1 has no method PRI. */
const HTTP2_PREFACE = 'PRI';

/** The common part of `node:http` and `node:http2` requests. */
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
 * Serves cleartext HTTP/2, which the SDK uses by default, and HTTP/1.1, which `curl` uses, on one port of the loopback interface. The
 * server answers only requests to this machine.
 */
export async function serveDual(name: string, handler: HttpHandler) {
  const serve = (incoming: Incoming, outgoing: Outgoing) => {
    if (!refuseForeignHost(incoming, outgoing)) void exchange(incoming, outgoing, handler);
  };
  const http1 = createHttp1Server(serve);
  const http2 = createHttp2Server(serve);
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Without a listener, a client that resets its connection would end the process.
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      const isHttp2 = first.toString('latin1', 0, HTTP2_PREFACE.length) === HTTP2_PREFACE;
      (isHttp2 ? http2 : http1).emit('connection', socket);
      if (!isHttp2) socket.resume();
    });
  });

  const { endpoint } = await listen(server, 0, name);
  return {
    endpoint,
    /** Ends open calls at once and closes the server. */
    async close() {
      const stopped = stop(server);
      for (const socket of sockets) socket.destroy();
      await stopped;
    },
  };
}

async function exchange(incoming: Incoming, outgoing: Outgoing, handler: HttpHandler): Promise<void> {
  const disconnection = new AbortController();
  outgoing.once('close', () => disconnection.abort());
  incoming.on('error', () => disconnection.abort());
  try {
    const response = await handler({
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await readAll(incoming),
      disconnected: disconnection.signal,
    });
    if (disconnection.signal.aborted) return;
    outgoing.statusCode = response.status;
    for (const [name, value] of Object.entries(response.headers)) outgoing.setHeader(name, value);
    outgoing.end(response.body);
  } catch (error) {
    if (!disconnection.signal.aborted) throw error;
  }
}

async function readAll(incoming: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
