import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mailbox } from './emulators/mailbox/mailbox.ts';
import type { LogLine } from './lambda/lambda-function.ts';
import type { Distribution } from './site/distribution.ts';
import type { Made } from './template/interpreter.ts';

interface OriginOptions {
  mailbox: Mailbox;
  distributions: readonly Distribution[];
  /** What the functions wrote last, oldest first. */
  logs: readonly LogLine[];
  /** For tools that look behind the API: where the emulators answer, and what each resource is called there. */
  endpoints: Readonly<Record<string, string>>;
  resources: ReadonlyMap<string, Made>;
}

type Page = (response: ServerResponse) => void;

/** The one origin that a browser sees: `/local/*` is the workshop, everything else is the site's distribution. */
export function originHandler({ mailbox, distributions, logs, endpoints, resources }: OriginOptions) {
  const pages: Record<string, Page> = {
    '/local/mailbox': (response) => {
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; style-src ${mailbox.pageStyleHash}; base-uri 'none'; frame-ancestors 'none'`,
      );
      send(response, 'text/html; charset=utf-8', mailbox.page());
    },
    '/local/mailbox.json': (response) => {
      send(response, 'application/json', JSON.stringify(mailbox.list()));
    },
    '/local/endpoints.json': (response) => {
      const names = Object.fromEntries([...resources].map(([logicalId, { ref }]) => [logicalId, ref]));
      send(response, 'application/json', JSON.stringify({ endpoints, resources: names }));
    },
    '/local/logs': (response) => {
      const lines = logs.map(({ functionName, text }) => `${functionName} ${text}\n`);
      send(response, 'text/plain; charset=utf-8', lines.join(''));
    },
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
    if (page !== undefined) page(response);
    else if (pathname.startsWith('/local/')) {
      response.statusCode = 404;
      send(response, 'text/plain; charset=utf-8', `Here are: ${Object.keys(pages).join(', ')}\n`);
    } else if (distributions[0] === undefined) {
      response.statusCode = 503;
      send(response, 'text/plain; charset=utf-8', 'The template has no site.\n');
    } else await distributions[0].handle(request, response);
  };
}

function send(response: ServerResponse, contentType: string, body: string): void {
  response.setHeader('content-type', contentType);
  response.setHeader('cache-control', 'no-store');
  response.end(body);
}
