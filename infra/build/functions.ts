import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { basename, dirname, join } from 'node:path';

const FUNCTIONS = fileURLToPath(new URL('../../functions', import.meta.url));
const BUNDLES = fileURLToPath(new URL('../../build/functions', import.meta.url));

/** How everything that runs on Lambda is bundled. */
export const BUNDLING = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // ES modules first: esbuild's own order for node costs half as much again in size.
  mainFields: ['module', 'main'],
  // Some of the SDK's dependencies still call require() for Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/** A seventh of the largest bundle is ways to find credentials that Lambda never takes. */
const LAMBDA_CREDENTIALS = {
  '@aws-sdk/credential-provider-node': join(FUNCTIONS, 'shared/lambda-credentials.ts'),
};

/** Where a function's bundle is: a folder with one `index.mjs`. */
export function bundleOf(operation: string): string {
  return join(BUNDLES, operation);
}

/** The operations: every file at the top of `functions/`. */
export async function operations(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => basename(entry.name, '.ts'));
}

/** Bundles every operation for Lambda, in one call of esbuild. Nothing comes from a layer. */
export async function buildFunctions(): Promise<void> {
  const { outputFiles } = await build({
    write: false,
    entryPoints: (await operations()).map((operation) => ({
      in: join(FUNCTIONS, `${operation}.ts`),
      out: join(operation, 'index'),
    })),
    outdir: BUNDLES,
    outExtension: { '.js': '.mjs' },
    alias: LAMBDA_CREDENTIALS,
    ...BUNDLING,
  });
  await Promise.all(outputFiles.map(writeIfChanged));
}

/** Whoever reads a bundle while it is built anew, and is the same, reads it whole. */
async function writeIfChanged({ path, contents }: OutputFile): Promise<void> {
  const before = await readFile(path).catch(() => undefined);
  if (before?.equals(contents) === true) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, contents);
  await rename(draft, path);
}
