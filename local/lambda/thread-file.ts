import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('thread.ts', import.meta.url));
const BUILT = fileURLToPath(new URL('../../build/local/thread.mjs', import.meta.url));

let building: Promise<string> | undefined;

/** The thread's code as plain JavaScript: a worker thread takes no TypeScript. Built once per process. */
export function threadFile(): Promise<string> {
  building ??= build({
    entryPoints: [SOURCE],
    outfile: BUILT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  }).then(() => BUILT);
  return building;
}
