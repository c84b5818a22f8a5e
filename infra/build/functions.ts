import { BUNDLES_FOLDER } from '../build-output.ts';
import { buildIfChanged, type BuildResult } from './build-if-changed.ts';
import { bundleOperations, FUNCTIONS, listOperations } from './bundle-functions.ts';
import { hashFiles } from './content-hash.ts';
import { listSharedSources } from './sources.ts';

/** Bundles every operation for Lambda into `build/functions`, unless nothing has changed. */
export async function buildFunctions(): Promise<void> {
  await new FunctionsBuild().run();
}

/** A build that can run again after a change, and then bundles only the operations that contain a changed file. */
export class FunctionsBuild {
  readonly #kept = new Map<string, BuildResult>();
  /** The content hashes of the files that the kept bundles come from. */
  readonly #hashes = new Map<string, string>();

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

  /** Bundles every operation if the build was kept, so that the next run needs only the operations that contain a changed file. */
  async prepare(): Promise<void> {
    if (this.#kept.size === 0) await this.#bundle();
  }

  async #bundle(): Promise<BuildResult> {
    const operations = await listOperations();
    const changed = this.#findChanges();
    const outdated = operations.filter(
      (operation) => this.#kept.get(operation)?.modules.some((path) => changed.has(path)) ?? true,
    );
    // Nothing tells what a change of another file means, for example of the versions of packages.
    for (const [operation, result] of await bundleOperations(outdated.length > 0 ? outdated : operations)) {
      this.#kept.set(operation, result);
    }
    const results = operations.flatMap((operation) => this.#kept.get(operation) ?? []);
    const modules = [...new Set(results.flatMap((result) => result.modules))];
    // A file that changed while it was bundled keeps its last hash, so it counts as changed again.
    const unknown = modules.filter((path) => changed.has(path) || !this.#hashes.has(path));
    for (const [path, hash] of Object.entries(hashFiles(unknown))) {
      this.#hashes.set(path, changed.get(path) ?? hash);
    }
    return { files: results.flatMap(({ files }) => files), modules };
  }

  /** Finds the files of the kept bundles that have changed, with their new hashes. */
  #findChanges(): ReadonlyMap<string, string> {
    const hashes = Object.entries(hashFiles([...this.#hashes.keys()]));
    return new Map(hashes.filter(([path, hash]) => this.#hashes.get(path) !== hash));
  }
}
