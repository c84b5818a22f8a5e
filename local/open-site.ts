import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './emulators/serve.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The server of the site. It answers 503 until it has a handler. */
export interface OpenSite {
  port: number;
  setHandler(handler: Handler): void;
  close(): Promise<void>;
}

/**
 * Takes the port of the site.
 * @param port the port, or 0 for any free port.
 * @throws Error with a sentence that names the port, if the port is in use or not permitted.
 */
export async function openSite(port: number): Promise<OpenSite> {
  let handle: Handler | undefined;
  const server = await serve('Thumbforge', port, async (request, response) => {
    if (handle === undefined) response.writeHead(503).end();
    else await handle(request, response);
  });
  return {
    port: server.port,
    setHandler: (handler) => {
      handle = handler;
    },
    close: server.close,
  };
}
