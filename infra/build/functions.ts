import { BUNDLES_FOLDER } from '../build-output.ts';
import { buildIfChanged } from './build-if-changed.ts';
import { createBundler, FUNCTIONS } from './bundle-functions.ts';
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
