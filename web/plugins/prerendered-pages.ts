import { build as bundle } from 'esbuild';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { openApiDocument } from './openapi-document.ts';

const HEAD_SCRIPT = join(import.meta.dirname, '../src/head-script.ts');
export const ENTRY = join(import.meta.dirname, '../src/prerender.tsx');
const BUILD = join(import.meta.dirname, '../../build');

const EMPTY_SHELL = '<div id="root"></div>';
const TITLE = /<title>.*<\/title>/g;
/** Tags that the first paint does not need. */
const DEFERRED_TAGS =
  /\s*(<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>)/g;

/** The modules of a page whose files the main script imports dynamically. */
interface PageModules {
  /** The modules that load as soon as the page is painted. */
  entries: readonly string[];
  /** The module of the prerendered content: the first paint waits for its styles. */
  content: string;
}

const AUTH: PageModules = {
  entries: ['/features/auth/components/auth-page.tsx', '/session/cognito.ts'],
  content: '/features/auth/components/auth-layout.tsx',
};

const DEVELOPERS: PageModules = {
  entries: ['/features/developers/components/developers-page.tsx'],
  content: '/features/developers/components/developers-page.tsx',
};

/**
 * Creates four documents from the document that Vite builds: `app.html`, an empty shell; `index.html`, with the prerendered
 * home page; `auth.html`, with the card of the sign-in page; and `developers.html`, with the page for developers, as a
 * visitor sees it. A prerendered document holds its scripts in a template until the first paint (`web/src/head-script.ts`).
 */
export function prerenderedPages(): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, files) {
      const page = files['index.html'];
      if (page?.type !== 'asset') return this.error('index.html is not in the bundle');
      const shell = String(page.source);
      const [{ home, auth, developers }, headScript] = await Promise.all([renderPages(), buildHeadScript()]);
      const script = this.getFileName(
        this.emitFile({ type: 'asset', name: 'head-script.js', source: headScript }),
      );

      const prerendered = (path: string, content: string, modules?: PageModules) =>
        insertPage(shell, {
          path,
          content,
          headScript: `<script src="/${script}"></script>`,
          deferred: DEFERRED_TAGS,
          ...(modules && linkModules(modules, files)),
        });
      const documents = {
        'app.html': shell,
        'auth.html': prerendered('/auth', wrapAuth(auth), AUTH),
        'developers.html': prerendered('/developers', wrapDevelopers(developers), DEVELOPERS),
      };
      for (const [fileName, source] of Object.entries(documents)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
      page.source = prerendered('/', home);
    },
  };
}

export const wrapAuth = (html: string): string => `<div id="root">${html}</div>`;

export const wrapDevelopers = (html: string): string => `<div id="root" data-prerendered>${html}</div>`;

interface Page {
  path: string;
  /** The HTML that replaces the empty shell. */
  content: string;
  headScript: string;
  /** Tags that wait for the first paint. */
  deferred: RegExp;
  preloads?: readonly string[];
  /** Tags that the first paint waits for. */
  styles?: readonly string[];
}

/** Makes a prerendered document of the shell. @throws Error if the shell has changed. */
export function insertPage(
  shell: string,
  { path, content, headScript, deferred, preloads = [], styles = [] }: Page,
): string {
  const tags = [...shell.matchAll(deferred)].map(([, tag = '']) => tag);
  const template = `  ${styles.join('')}<template id="scripts">${[...tags, ...preloads].join('')}</template>\n  </head>`;
  const canonical = `<link rel="canonical" href="https://site.invalid${path}" />`;
  const replacements: [pattern: string | RegExp, replace: (match: string) => string][] = [
    [EMPTY_SHELL, () => content],
    [TITLE, (title) => `${headScript}\n    ${title}\n    ${canonical}`],
    ['</head>', () => template],
  ];
  return replacements.reduce(
    (html, [pattern, replace]) => {
      if (html.split(pattern).length !== 2)
        throw new Error(`index.html must contain ${String(pattern)} once`);
      return html.replace(pattern, replace);
    },
    shell.replaceAll(deferred, ''),
  );
}

/** Returns the tags that load the files of a page, each style sheet once. @throws Error when a chunk is missing. */
function linkModules({ entries, content }: PageModules, files: Rolldown.OutputBundle) {
  const styles = linkStyles(findChunk(content, files));
  const preloads = entries.flatMap((entry) => {
    const chunk = findChunk(entry, files);
    return [
      ...[chunk.fileName, ...chunk.imports].map(
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
      ...linkStyles(chunk).filter((link) => !styles.includes(link)),
    ];
  });
  return { styles, preloads };
}

const linkStyles = ({ viteMetadata }: Rolldown.OutputChunk): string[] =>
  [...(viteMetadata?.importedCss ?? [])].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);

/** @throws Error when the chunk is missing */
function findChunk(entry: string, files: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const chunk = Object.values(files).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(entry)),
  );
  if (chunk?.type !== 'chunk') throw new Error(`No chunk has the entry ${entry}`);
  return chunk;
}

/** A classic script: it runs before the first paint, which does not wait for a module. */
export async function buildHeadScript(): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [HEAD_SCRIPT],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

interface RenderedPages {
  home: string;
  auth: string;
  developers: string;
}

/** Builds the site for Node and renders the pages with `prerender.tsx`. */
export async function renderPages(): Promise<RenderedPages> {
  await mkdir(BUILD, { recursive: true });
  // Inside the project, so that Node resolves the dependencies.
  const outDir = await mkdtemp(join(BUILD, 'prerender-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins: [openApiDocument({ writesFile: false })],
      build: { ssr: ENTRY, outDir },
    });
    return await runInThread(join(outDir, 'prerender.js'));
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Runs in a separate thread, because React keeps the contexts of a rendering for the next one in the same thread. */
async function runInThread(module: string): Promise<RenderedPages> {
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData)
      .then(async ({ prerenderHome, prerenderAuth, prerenderDevelopers }) => ({
        home: await prerenderHome(),
        auth: await prerenderAuth(),
        developers: await prerenderDevelopers(),
      }))
      .then((pages) => parentPort.postMessage(pages));`,
    { eval: true, workerData: pathToFileURL(module).href },
  );
  const [pages] = (await once(thread, 'message')) as [RenderedPages];
  return pages;
}
