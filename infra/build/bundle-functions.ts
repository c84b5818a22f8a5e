import { context, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix, relative, resolve, sep } from 'node:path';
import { BUNDLES_FOLDER } from '../build-output.ts';
import type { BuildFile, BuildResult } from './build-if-changed.ts';
import { ROOT } from './sources.ts';

export const FUNCTIONS = join(ROOT, 'functions');

const MODULES = join(ROOT, 'node_modules');

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

/** Bundles every operation again after a change, and reads only changed files again. */
export interface Bundler {
  /** @throws esbuild's failure, which it has printed. */
  bundle(): Promise<BuildResult>;
  dispose(): Promise<void>;
}

export async function createBundler(): Promise<Bundler> {
  const shared = {
    write: false,
    metafile: true,
    absWorkingDir: ROOT,
    outdir: BUNDLES_FOLDER,
    ...BUNDLING,
  } as const;
  const [operations, thread] = await Promise.all([
    context({
      ...shared,
      external: Object.keys(LAZY_PACKAGES),
      entryPoints: (await listOperations()).map((operation) => ({
        in: join(FUNCTIONS, `${operation}.ts`),
        out: posix.join(operation, 'index'),
      })),
      outExtension: { '.js': '.mjs' },
      alias: LAMBDA_PROVIDERS,
      plugins: [SHORT_MANIFESTS],
    }),
    context({ ...shared, entryPoints: [join(FUNCTIONS, THREAD.entry)] }),
  ]);
  return {
    async bundle() {
      const [{ outputFiles, metafile }, worker] = await Promise.all([operations.rebuild(), thread.rebuild()]);
      const [code] = worker.outputFiles;
      if (code === undefined) throw new Error(`${THREAD.entry} has no bundle.`);
      const additions = Object.entries(LAZY_PACKAGES).map(([name, files]) => {
        const users = findBundles(metafile, ({ imports }) => imports.some(({ path }) => path === name));
        return copyModules(
          files.map((file) => posix.join(name, file)),
          users,
        );
      });
      const threads = findBundles(metafile, ({ inputs }) => `functions/${THREAD.client}` in inputs);
      const copies = (await Promise.all([...additions, copyModules(THREAD_FILES, threads)])).flat();
      const threadName = basename(THREAD.entry).replace('.ts', '.mjs');
      return {
        files: [
          ...outputFiles.map(({ path, contents }) => ({ path: getOutputPath(path), contents })),
          ...copies.map(({ path, contents }) => ({ path, contents })),
          ...threads.map((folder) => ({ path: posix.join(folder, threadName), contents: code.contents })),
        ],
        modules: [
          ...[metafile, worker.metafile].flatMap(({ inputs }) =>
            Object.keys(inputs).map((path) => resolve(ROOT, path)),
          ),
          ...copies.map(({ source }) => source),
        ],
      };
    },
    async dispose() {
      await Promise.all([operations.dispose(), thread.dispose()]);
    },
  };
}

/** The folders of the bundles that meet a condition. */
function findBundles(
  { outputs }: Metafile,
  condition: (output: Metafile['outputs'][string]) => boolean,
): string[] {
  return Object.entries(outputs)
    .filter(([, output]) => condition(output))
    .map(([path]) => posix.dirname(getOutputPath(resolve(ROOT, path))));
}

const getOutputPath = (path: string): string => relative(BUNDLES_FOLDER, path).replaceAll(sep, '/');

/** Copies the given files of packages into each folder. */
async function copyModules(
  names: readonly string[],
  folders: readonly string[],
): Promise<(BuildFile & { source: string })[]> {
  const files = await Promise.all(
    names.map(async (name) => {
      const source = join(MODULES, name);
      return { name, source, contents: await readFile(source) };
    }),
  );
  return folders.flatMap((folder) =>
    files.map(({ name, ...file }) => ({ ...file, path: posix.join(folder, 'node_modules', name) })),
  );
}
