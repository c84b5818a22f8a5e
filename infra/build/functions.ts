import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLES_FOLDER } from '../build-output.ts';

const FUNCTIONS = fileURLToPath(new URL('../../functions', import.meta.url));

/** Bundling of everything that runs on Lambda. */
export const BUNDLING = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // ES modules first. With esbuild's default order for Node the bundles are half as large again.
  mainFields: ['module', 'main'],
  // Some dependencies of the SDK call require() for Node's built-in modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions;

/** Replaces the SDK's credential providers that Lambda never uses: a seventh of the largest bundle. */
const LAMBDA_CREDENTIALS = {
  '@aws-sdk/credential-provider-node': join(FUNCTIONS, 'shared/lambda-credentials.ts'),
};

/** The operations: every file directly in `functions/`. */
export async function listOperations(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => basename(entry.name, '.ts'));
}

/** Bundles every operation for Lambda into `build/functions`. */
export async function buildFunctions(): Promise<void> {
  const { outputFiles } = await build({
    write: false,
    entryPoints: (await listOperations()).map((operation) => ({
      in: join(FUNCTIONS, `${operation}.ts`),
      out: join(operation, 'index'),
    })),
    outdir: BUNDLES_FOLDER,
    outExtension: { '.js': '.mjs' },
    alias: LAMBDA_CREDENTIALS,
    ...BUNDLING,
  });
  await Promise.all(outputFiles.map(writeIfChanged));
}

/** Replaces the file atomically: another process may read it during the build. */
async function writeIfChanged({ path, contents }: OutputFile): Promise<void> {
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(contents) === true) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, contents);
  await rename(draft, path);
}
