import { build, type BuildOptions, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLES_FOLDER } from '../build-output.ts';

const FUNCTIONS = fileURLToPath(new URL('../../functions', import.meta.url));

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

type BuildFile = Pick<OutputFile, 'path' | 'contents'>;

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

/** Replaces the SDK's providers of credentials and tokens that Lambda never uses: a sixth of the largest bundle. */
const LAMBDA_PROVIDERS = {
  '@aws-sdk/credential-provider-node': join(FUNCTIONS, 'shared/lambda-credentials.ts'),
  '@aws-sdk/token-providers': join(FUNCTIONS, 'shared/lambda-credentials.ts'),
};

/**
 * Packages that the functions load at their first use, with their files. They stay outside the bundles, beside those that use
 * them: each cold start compiles its whole bundle, and lists of 150 kB each, or a codec that few thumbnails need, would slow it down.
 */
const LAZY_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'disposable-email-domains-js': [
    'package.json',
    'dist/index.js',
    'dist/dict/disposable_email_blocklist.json',
  ],
  'tldts-icann': ['package.json', 'dist/cjs/index.js'],
  'jpeg-js': ['package.json', 'index.js', 'lib/decoder.js', 'lib/encoder.js'],
};

/** The thread that works on pixels: a bundle of its own, beside the bundles of the functions that start it. */
const THREAD = { entry: 'pixels/pixel-worker.ts', client: 'pixels/pixel-thread.ts' };
const THREAD_FILES = [
  '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  '@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm',
  '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
];

/** A client of AWS imports its whole package.json for its version: 2.5 kB each. */
const SHORT_MANIFESTS: Plugin = {
  name: 'short-manifests',
  setup: (builder) =>
    builder.onLoad({ filter: /@aws-sdk.client-[^/\\]+.package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/** The operations: every file directly in `functions/`. */
export async function listOperations(): Promise<string[]> {
  const entries = await readdir(FUNCTIONS, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => basename(entry.name, '.ts'));
}

/** Bundles every operation for Lambda into `build/functions`. */
export async function buildFunctions(): Promise<void> {
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    external: Object.keys(LAZY_PACKAGES),
    entryPoints: (await listOperations()).map((operation) => ({
      in: join(FUNCTIONS, `${operation}.ts`),
      out: join(operation, 'index'),
    })),
    outdir: BUNDLES_FOLDER,
    outExtension: { '.js': '.mjs' },
    alias: LAMBDA_PROVIDERS,
    plugins: [SHORT_MANIFESTS],
    ...BUNDLING,
  });
  const lists = Object.entries(LAZY_PACKAGES).map(([name, files]) => {
    const users = findBundles(metafile, ({ imports }) => imports.some(({ path }) => path === name));
    return copyModules(
      files.map((file) => join(name, file)),
      users,
    );
  });
  const threads = findBundles(metafile, ({ inputs }) => `functions/${THREAD.client}` in inputs);
  const additions = await Promise.all([...lists, copyModules(THREAD_FILES, threads), bundleThread(threads)]);
  await Promise.all([...outputFiles, ...additions.flat()].map(writeIfChanged));
}

/** The folders of the bundles that meet a condition. */
function findBundles(
  { outputs }: Metafile,
  condition: (output: Metafile['outputs'][string]) => boolean,
): string[] {
  return Object.entries(outputs)
    .filter(([, output]) => condition(output))
    .map(([path]) => dirname(resolve(path)));
}

/** The given files of packages for each folder. */
async function copyModules(names: readonly string[], folders: readonly string[]): Promise<BuildFile[]> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, contents: await readFile(join(MODULES, name)) })),
  );
  return folders.flatMap((folder) =>
    files.map(({ name, contents }) => ({ path: join(folder, 'node_modules', name), contents })),
  );
}

/** The bundle of the thread for each folder. */
async function bundleThread(folders: readonly string[]): Promise<BuildFile[]> {
  const { outputFiles } = await build({
    write: false,
    entryPoints: [join(FUNCTIONS, THREAD.entry)],
    outdir: BUNDLES_FOLDER,
    ...BUNDLING,
  });
  const name = basename(THREAD.entry).replace('.ts', '.mjs');
  return folders.flatMap((folder) =>
    outputFiles.map(({ contents }) => ({ path: join(folder, name), contents })),
  );
}

/** Replaces the file atomically: another process may read it during the build. */
async function writeIfChanged({ path, contents }: BuildFile): Promise<void> {
  const current = await readFile(path).catch(() => undefined);
  if (current?.equals(contents) === true) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, contents);
  await rename(draft, path);
}
