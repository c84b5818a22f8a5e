import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { openApiDocument } from './openapi-document.ts';
import { buildHeadScript, ENTRY, insertPage, wrapAuth, wrapDevelopers } from './prerendered-pages.ts';

/** Names the document of a page. `npm run dev` writes it into the documents of its site (`local/dev/dev-site.ts`). */
const DOCUMENT = / data-document="(\w+)"/;

/** The entry. The scripts of Vite's client stay where they are, because React's refresh has to run before it. */
const DEFERRED_TAGS =
  /\s*(<script type="module"[^>]* src="\/src\/main\.ts[^>]*><\/script>|<link rel="manifest"[^>]*>)/g;

type Prerender = Record<'prerenderHome' | 'prerenderAuth' | 'prerenderDevelopers', () => Promise<string>>;

/** Prerenders the pages of the dev server at each request, from the current modules. */
export function devDocuments(): Plugin {
  let renderer: Promise<ViteDevServer> | undefined;
  return {
    name: 'dev-documents',
    apply: 'serve',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const name = DOCUMENT.exec(html)?.[1] ?? 'app';
        const shell = html.replace(DOCUMENT, '');
        if (name === 'app') return shell;
        renderer ??= createRenderer();
        const pages = (await (await renderer).ssrLoadModule(ENTRY)) as Prerender;
        const page = await renderPage(name, pages);
        const headScript = `<script>${await buildHeadScript()}</script>`;
        return insertPage(shell, { ...page, headScript, deferred: DEFERRED_TAGS });
      },
    },
    async closeBundle() {
      await (await renderer)?.close();
    },
  };
}

async function renderPage(name: string, pages: Prerender): Promise<{ path: string; content: string }> {
  if (name === 'auth') return { path: '/auth', content: wrapAuth(await pages.prerenderAuth()) };
  if (name === 'developers')
    return { path: '/developers', content: wrapDevelopers(await pages.prerenderDevelopers()) };
  return { path: '/', content: await pages.prerenderHome() };
}

/** Runs modules in Node. Like the build of these pages, it has none of the replacements for browsers. */
const createRenderer = (): Promise<ViteDevServer> =>
  createServer({
    configFile: false,
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'warn',
    plugins: [openApiDocument({ writesFile: false })],
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false },
  });
