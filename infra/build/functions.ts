import { BUNDLES_FOLDER } from '../build-output.ts';
import { buildIfChanged, type BuildResult } from './build-if-changed.ts';
import { type Bundler, createBundler, FUNCTIONS, listOperations } from './bundle-functions.ts';
import { listSharedSources } from './sources.ts';

/** Bundles every operation for Lambda into `build/functions`, unless nothing has changed. */
export async function buildFunctions(): Promise<void> {
  const build = new FunctionsBuild();
  try {
    await build.run();
  } finally {
    await build.dispose();
  }
}

/** A build that can run again after a change, from what esbuild has in memory. */
export class FunctionsBuild {
  #bundler: Bundler | undefined;
  #operations: string[] = [];

  /** @returns the operations whose bundles have changed. @throws esbuild's failure, which it has printed. */
  async run(): Promise<string[]> {
    const changed = await buildIfChanged({
      folder: BUNDLES_FOLDER,
      sources: [FUNCTIONS, ...listSharedSources()],
      variables: ['NODE_PATH', 'ESBUILD_BINARY_PATH'],
      build: () => this.#bundle(),
    });
    return [...new Set(changed?.map((path) => path.split('/', 1).join()))];
  }

  /** Reads all files into the memory of esbuild, so that the next run is fast. */
  async prepare(): Promise<void> {
    await this.#bundle();
  }

  async dispose(): Promise<void> {
    await this.#bundler?.dispose();
    this.#bundler = undefined;
  }

  async #bundle(): Promise<BuildResult> {
    const operations = await listOperations();
    // The entry points of a bundler are fixed.
    if (operations.join() !== this.#operations.join()) await this.dispose();
    this.#operations = operations;
    this.#bundler ??= await createBundler();
    return this.#bundler.bundle();
  }
}
