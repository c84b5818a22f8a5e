import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';

const ENTRY = join(import.meta.dirname, '../src/prerender.tsx');
const BUILD = join(import.meta.dirname, '../../build');

/** Builds the site for Node and has it render the home page, as prerender.tsx says. */
export async function renderHome(): Promise<string> {
  await mkdir(BUILD, { recursive: true });
  // Below this folder, where the dependencies are found.
  const outDir = await mkdtemp(join(BUILD, 'prerender-'));
  try {
    await build({ configFile: false, logLevel: 'warn', publicDir: false, build: { ssr: ENTRY, outDir } });
    return await runInThread(join(outDir, 'prerender.js'));
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** In a thread of its own: React leaves the contexts of a rendering behind, for whoever renders next. */
async function runInThread(module: string): Promise<string> {
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData).then(({ prerenderHome }) => prerenderHome()).then((html) => parentPort.postMessage(html));`,
    { eval: true, workerData: pathToFileURL(module).href },
  );
  const [html] = (await once(thread, 'message')) as [string];
  return html;
}
