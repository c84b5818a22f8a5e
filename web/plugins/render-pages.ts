import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { openApiDocument } from './openapi-document.ts';

const ENTRY = join(import.meta.dirname, '../src/prerender.tsx');
const BUILD = join(import.meta.dirname, '../../build');

export interface RenderedPages {
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
