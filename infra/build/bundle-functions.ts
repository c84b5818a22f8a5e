import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix, relative, resolve, sep } from 'node:path';
import { BUNDLES_FOLDER } from '../build-output.ts';
import type { BuildResult } from './build-if-changed.ts';
import { ROOT } from './sources.ts';

// A variable for esbuild, which starts with the first build. With fewer garbage collections the bundles take a fifth less processor time
// and a twentieth more memory.
process.env['GOGC'] ??= '400';

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
  '@aws-sdk/credential-provider-node': join(FUNCTIONS, 'platform/lambda-credentials.ts'),
  '@aws-sdk/token-providers': join(FUNCTIONS, 'platform/lambda-credentials.ts'),
};

/**
 * Packages that the functions load at their first use, with their files. They stay outside the bundles, in the same folders.
 * Each cold start compiles its whole bundle, so lists of 150 kB each, or a codec that few thumbnails need, would make the cold
 * start slower.
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

/** The thread that works on pixels. It is bundled into a separate file, beside the bundles of the functions that start it. */
const THREAD = { entry: 'images/pixels/pixel-worker.ts', client: 'images/pixels/pixel-thread.ts' };
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

/** The rooms of `functions/` whose files are operations. */
const OPERATION_ROOMS = ['api', 'events'];

/**
 * Lists the operations by their names. Each file directly in `functions/api` or `functions/events` is an operation, but not a file of an
 * editor or of a desktop, such as `.DS_Store`.
 */
export async function listOperations(root = FUNCTIONS): Promise<string[]> {
  return [...(await findOperations(root)).keys()];
}

/** Finds the file of each operation. */
async function findOperations(root = FUNCTIONS): Promise<ReadonlyMap<string, string>> {
  const rooms = OPERATION_ROOMS.map(async (room) => {
    const entries = await readdir(join(root, room), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /^[\w-]+\.ts$/.test(entry.name))
      .map(({ name }) => [basename(name, '.ts'), join(root, room, name)] as const);
  });
  return new Map((await Promise.all(rooms)).flat());
}

/**
 * Bundles operations. A bundle does not depend on the operations that are bundled with it.
 * @returns for each operation its files in the folder of all bundles, and every file that they come from.
 * @throws esbuild's failure, which it has printed.
 */
export async function bundleOperations(
  operations: readonly string[],
): Promise<ReadonlyMap<string, BuildResult>> {
  const paths = await findOperations();
  const { outputFiles, metafile } = await build({
    ...OUTPUT,
    external: Object.keys(LAZY_PACKAGES),
    entryPoints: operations.map((operation) => ({
      in: paths.get(operation) ?? operation,
      out: posix.join(operation, 'index'),
    })),
    outExtension: { '.js': '.mjs' },
    alias: LAMBDA_PROVIDERS,
    plugins: [SHORT_MANIFESTS],
  });
  const contents = new Map(outputFiles.map((file) => [getOutputPath(file.path), file.contents]));
  const client = `functions/${THREAD.client}`;
  const thread = client in metafile.inputs ? await bundleThread() : NOTHING;
  const bundles = Object.entries(metafile.outputs).map(
    async ([output, { entryPoint = '', imports }]): Promise<[string, BuildResult]> => {
      const path = getOutputPath(resolve(ROOT, output));
      const operation = posix.dirname(path);
      const inputs = listReachable(metafile, entryPoint);
      const packages = Object.entries(LAZY_PACKAGES)
        .filter(([name]) => imports.some((imported) => imported.path === name))
        .flatMap(([name, files]) => files.map((file) => posix.join(name, file)));
      const additions = [
        await copyModules(packages),
        ...(inputs.includes(client) ? [thread, await copyModules(THREAD_FILES)] : []),
      ];
      const beside = additions
        .flatMap(({ files }) => files)
        .map((file) => ({ ...file, path: posix.join(operation, file.path) }));
      return [
        operation,
        {
          files: [{ path, contents: contents.get(path) ?? '' }, ...beside],
          modules: [
            ...inputs.map((input) => resolve(ROOT, input)),
            ...additions.flatMap(({ modules }) => modules),
          ],
        },
      ];
    },
  );
  return new Map(await Promise.all(bundles));
}

const NOTHING: BuildResult = { files: [], modules: [] };

const OUTPUT = {
  write: false,
  metafile: true,
  absWorkingDir: ROOT,
  outdir: BUNDLES_FOLDER,
  ...BUNDLING,
} satisfies BuildOptions;

/** Bundles the thread. @returns its file in the folder of a bundle. */
async function bundleThread(): Promise<BuildResult> {
  const { outputFiles, metafile } = await build({ ...OUTPUT, entryPoints: [join(FUNCTIONS, THREAD.entry)] });
  const path = basename(THREAD.entry).replace('.ts', '.mjs');
  return {
    files: outputFiles.map(({ contents }) => ({ path, contents })),
    modules: Object.keys(metafile.inputs).map((input) => resolve(ROOT, input)),
  };
}

/** Lists the inputs that an entry imports, directly or indirectly, and the entry. A bundle may contain nothing of some. */
function listReachable({ inputs }: Metafile, entry: string): string[] {
  const found = new Set([entry]);
  for (const path of found) {
    for (const imported of inputs[path]?.imports ?? []) if (imported.path in inputs) found.add(imported.path);
  }
  return [...found];
}

/** Copies the given files of packages into the folder of a bundle. */
async function copyModules(names: readonly string[]): Promise<BuildResult> {
  const files = names.map(async (name) => ({
    path: posix.join('node_modules', name),
    contents: await readFile(join(MODULES, name)),
  }));
  return { files: await Promise.all(files), modules: names.map((name) => join(MODULES, name)) };
}

const getOutputPath = (path: string): string => relative(BUNDLES_FOLDER, path).replaceAll(sep, '/');
