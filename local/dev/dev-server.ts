import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ROOT, VITE_CACHE } from './folders.ts';

/** The folders outside of `web/` whose changes `npm run dev` follows. */
const WATCHED = ['contract', 'functions', 'infra'];

/** The placeholder of the site's origin, which a deployment replaces before the pages get their prerendered content here. */
const ORIGIN_PLACEHOLDER = 'https://site.invalid';

/** Vite's dev server for the site, without an address of its own. */
export interface DevSite {
  /** Answers a request for a module or a file of the site. Calls back for any other request. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  transformDocument(url: string, html: string): Promise<string>;
  adaptPolicy(policy: string): string;
  /** Calls back with the path of each file that is new, changed or deleted. */
  watch(onChange: (path: string) => void): void;
  close(): Promise<void>;
}

export async function startDevSite(server: Server, port: number): Promise<DevSite> {
  const nonce = randomUUID();
  const vite = await createServer({
    configFile: join(ROOT, 'web/vite.config.ts'),
    // The documents come from the cloud, whose router chooses between them.
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
