import { BUNDLES_FOLDER } from '../build-output.ts';
import { buildIfChanged, writeFolder } from './build-if-changed.ts';
import { type Bundler, createBundler, FUNCTIONS, listOperations } from './bundle-functions.ts';
import { listSharedSources } from './sources.ts';

/**
 * Bundles every operation for Lambda into `build/functions`, unless nothing has changed.
 * @returns whether anything was built.
 */
export async function buildFunctions(): Promise<boolean> {
  return buildIfChanged({
    folder: BUNDLES_FOLDER,
    sources: [FUNCTIONS, ...listSharedSources()],
    variables: ['NODE_PATH', 'ESBUILD_BINARY_PATH'],
    async build() {
      const bundler = await createBundler();
      try {
        return await bundler.bundle();
      } finally {
        await bundler.dispose();
      }
    },
  });
}

/** Builds the functions again after each change of their files, from what esbuild has in memory. */
export class FunctionsRebuild {
  #bundler: Bundler | undefined;
  #operations: string[] = [];

  /** @returns the operations whose bundles have changed. @throws esbuild's failure, which it has printed. */
  async run(): Promise<string[]> {
    const operations = await listOperations();
    if (operations.join() !== this.#operations.join()) await this.dispose();
    this.#operations = operations;
    this.#bundler ??= await createBundler();
    const { files } = await this.#bundler.bundle();
    const changed = await writeFolder(BUNDLES_FOLDER, files);
    return [...new Set(changed.map((path) => path.split('/')[0] ?? path))];
  }

  async dispose(): Promise<void> {
    await this.#bundler?.dispose();
    this.#bundler = undefined;
  }
}
