import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOCAL_CREDENTIALS } from './credentials.ts';
import type { Mailbox } from './emulators/mailbox.ts';
import type { StripeStandIn } from './emulators/stripe/stripe.ts';
import { LEGAL_TEXTS } from './legal-texts.ts';
import { readBody, refuseCrossSite } from './http/requests.ts';
import type { LogLine } from './lambda/sandbox.ts';
import type { Distribution } from './site/distribution.ts';
import type { Resource } from './template/interpreter.ts';

interface OriginOptions {
  mailbox: Mailbox;
  stripe: StripeStandIn;
  distributions: readonly Distribution[];
  /** The last log lines of the functions, oldest first. */
  logs: readonly LogLine[];
  /** The endpoints of the emulators and the names of the resources, for tools. */
  endpoints: Readonly<Record<string, string>>;
  resources: ReadonlyMap<string, Resource>;
  /** The outputs of the stack. */
  outputs: Readonly<Record<string, string>>;
}

type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const MAX_FORM_BYTES = 64 * 1024;

/** Handles the requests of a browser: the developer tools at `/local/*`, and the distribution of the site. */
export function createOriginHandler(options: OriginOptions) {
  const pages = createDevTools(options);
  const [site] = options.distributions;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/local' || pathname.startsWith('/local/')) {
      if (refuseCrossSite(request, response)) return;
      const page = Object.hasOwn(pages, pathname) ? pages[pathname] : undefined;
      if (page !== undefined) {
        await page(request, response);
        return;
      }
      response.statusCode = 404;
      sendText(response, `The developer tools are:\n${Object.keys(pages).join('\n')}\n`);
    } else if (site === undefined) {
      response.statusCode = 503;
      sendText(response, 'The template has no site.\n');
    } else await site.handle(request, response);
  };
}

function createDevTools({
  mailbox,
  stripe,
  logs,
  endpoints,
  resources,
  outputs,
}: OriginOptions): Record<string, Page> {
  return {
    '/local/mailbox': (_request, response) => sendPage(response, mailbox.page(), mailbox.pageStyleHash),
    '/local/mailbox.json': (_request, response) => sendJson(response, mailbox.list()),
    '/local/stripe': async (request, response) => {
      if (request.method !== 'POST') {
        sendPage(response, stripe.page(), stripe.pageStyleHash);
        return;
      }
      const form = (await readBody(request, MAX_FORM_BYTES)).toString();
      await stripe.act(new URLSearchParams(form));
      response.writeHead(303, { location: '/local/stripe' }).end();
    },
    ...Object.fromEntries(
      Object.entries(LEGAL_TEXTS).map(([path, text]) => [
        path,
        (_request: IncomingMessage, response: ServerResponse) => sendText(response, text),
      ]),
    ),
    '/local/endpoints.json': (_request, response) => {
      const names = Object.fromEntries([...resources].map(([logicalId, { ref }]) => [logicalId, ref]));
      sendJson(response, { endpoints, credentials: LOCAL_CREDENTIALS, resources: names, outputs });
    },
    '/local/logs': (_request, response) => {
      sendText(response, logs.map(({ functionName, text }) => `${functionName} ${text}\n`).join(''));
    },
  };
}

/** Sends a page of the developer tools. The page has no script, and one style sheet with this hash. */
function sendPage(response: ServerResponse, html: string, styleHash: string): void {
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; img-src data:; style-src ${styleHash}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  send(response, 'text/html; charset=utf-8', html);
}

function sendJson(response: ServerResponse, body: unknown): void {
  send(response, 'application/json', JSON.stringify(body));
}

function sendText(response: ServerResponse, text: string): void {
  send(response, 'text/plain; charset=utf-8', text);
}

function send(response: ServerResponse, contentType: string, body: string): void {
  response.setHeader('content-type', contentType);
  response.setHeader('cache-control', 'no-store');
  response.end(body);
}
