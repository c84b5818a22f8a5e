import { build } from 'esbuild';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const builds = new Map<string, Promise<string>>();

/** Starts a TypeScript file in a new thread. */
export async function startThread(source: URL, options: WorkerOptions): Promise<Worker> {
  const path = fileURLToPath(source);
  const building = builds.get(path) ?? buildThread(path);
  builds.set(path, building);
  return new Worker(await building, options);
}

/** Builds a file once per process, because a thread cannot load TypeScript. @returns the path of the bundle. */
async function buildThread(source: string): Promise<string> {
  const name = `${basename(source, '.ts')}-thread.mjs`;
  const outfile = fileURLToPath(new URL(`../build/local/${name}`, import.meta.url));
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  return outfile;
}
