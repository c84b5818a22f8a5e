import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';
import { refuseForeignHost } from '../http/requests.ts';

/** The only address that the emulators listen on. */
export const LOOPBACK = '127.0.0.1';

/** The address of a server that listens. */
export interface Listening {
  /** The endpoint `http://127.0.0.1:PORT`, without a trailing slash. */
  endpoint: string;
  port: number;
}

type AsyncListener = (...parameters: Parameters<RequestListener>) => Promise<void>;

/**
 * Starts an HTTP server on the loopback interface, which answers only requests to this machine.
 * @param port the port, or 0 for any free port.
 * @param handle sends the response. If it rejects, the connection is closed.
 * @throws Error with a sentence that names the port, if the port is in use or not permitted.
 */
export async function serve(name: string, port: number, handle: AsyncListener) {
  const server = createServer((request, response) => {
    if (refuseForeignHost(request, response)) return;
    handle(request, response).catch(() => response.destroy());
  });
  return { ...(await listen(server, port, name)), close: () => stop(server) };
}

/**
 * Starts a server on the loopback interface.
 * @param port the port, or 0 for any free port.
 * @throws Error with a sentence that names the port, if the port is in use or not permitted.
 */
export async function listen(server: Server, port: number, name: string): Promise<Listening> {
  // If the server closed an idle connection, the next request of an SDK on this connection could fail.
  if (server instanceof HttpServer) server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(describeListenError(error, port, name), { cause: error }));
    });
    server.listen(port, LOOPBACK, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`${name} has no TCP address.`);
  return { endpoint: `http://${LOOPBACK}:${address.port}`, port: address.port };
}

function describeListenError(error: NodeJS.ErrnoException, port: number, name: string): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use, so ${name} cannot start. Stop the program that uses it, or choose another port with PORT=….`;
  }
  if (error.code === 'EACCES') return `Port ${port} needs more rights than this user has (${name}).`;
  return `${name} cannot listen on port ${port}: ${error.message}`;
}

/** Stops a server at once. Closes the connections that browsers and SDKs keep open. */
export async function stop(server: Server & { closeAllConnections?: () => void }): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections?.();
  await closed;
}
