import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ROOT, VITE_CACHE } from './folders.ts';

/** The folders outside of `web/` that `npm run dev` watches. */
const WATCHED = ['contract', 'functions', 'infra'];

/** The placeholder of the site's origin. A deployment replaces the placeholder before the pages get their prerendered content. */
const ORIGIN_PLACEHOLDER = 'https://site.invalid';

/** Vite's dev server for the site. It has no address, because it answers the requests of another server. */
export interface DevSite {
  /** Answers a request for a module or a file of the site. Calls `next` for any other request. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  transformDocument(url: string, html: string): Promise<string>;
  adaptPolicy(policy: string): string;
  /** Calls `onChange` with the path of each file that is new, changed or deleted. */
  watch(onChange: (path: string) => void): void;
  close(): Promise<void>;
}

export async function startDevSite(server: Server, port: number): Promise<DevSite> {
  const nonce = randomUUID();
  const vite = await createServer({
    configFile: join(ROOT, 'web/vite.config.ts'),
    // The documents come from the cloud, because the router of the cloud chooses the document.
    appType: 'custom',
    cacheDir: VITE_CACHE,
    clearScreen: false,
    logLevel: 'warn',
    html: { cspNonce: nonce },
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [ROOT] } },
  });
  vite.watcher.add(WATCHED.map((folder) => join(ROOT, folder)));
  return {
    handle: (request, response, next) => {
      vite.middlewares(request, response, next);
    },
    async transformDocument(url, html) {
      const document = await vite.transformIndexHtml(url, html);
      return document.replaceAll(ORIGIN_PLACEHOLDER, `http://localhost:${port}`);
    },
    adaptPolicy: (policy) =>
      policy
        .replace(/(?:script|style)-src /g, (directive) => `${directive}'nonce-${nonce}' `)
        .replace('connect-src ', `connect-src ws://localhost:${port} `),
    watch: (onChange) => {
      vite.watcher.on('all', (_event, path) => onChange(path));
    },
    close: () => vite.close(),
  };
}
