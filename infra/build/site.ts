import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { SITE_FOLDER } from '../build-output.ts';
import { buildIfChanged, type BuildFile, type BuildResult } from './build-if-changed.ts';
import { listFiles } from './content-hash.ts';
import { listSharedSources, ROOT } from './sources.ts';

const WEB = join(ROOT, 'web');

/** Variables that change what Vite builds, or what the prerendered pages say. */
const VARIABLES = ['NODE_OPTIONS', 'NODE_PATH', 'TZ', 'LANG', 'LC_ALL'];

/**
 * Builds the site into `build/site`, unless nothing has changed. One build serves every stage: /config.json holds the
 * stage's settings.
 */
export async function buildSite(): Promise<void> {
  await buildIfChanged({
    folder: SITE_FOLDER,
    sources: [WEB, ...listSharedSources()],
    variables: [...VARIABLES, ...Object.keys(process.env).filter((name) => name.startsWith('VITE_'))],
    build: bundleSite,
  });
}

async function bundleSite(): Promise<BuildResult> {
  // By default, the allocator of Vite's bundler takes pages of 2 MB. Clearing them takes a third of the processor time of a build.
  process.env['MIMALLOC_ALLOW_THP'] ??= '0';
  // Loaded on demand: callers that bring their own site, or whose site has not changed, do not wait for Vite.
  const { build } = await import('vite');
  const modules: string[] = [];
  const listModules: Plugin = {
    name: 'list-modules',
    buildEnd() {
      modules.push(...this.getModuleIds());
    },
  };
  const result = await build({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [listModules],
    build: { write: false },
  });
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  return {
    files: [
      ...(await readPublicFiles(join(WEB, 'public'))),
      ...outputs.map((file) => ({
        path: file.fileName,
        contents: file.type === 'chunk' ? file.code : file.source,
      })),
    ],
    // Ids of virtual modules are no paths, and some ids have a query.
    modules: modules.map((id) => id.replace(/\?.*/, '')).filter(isAbsolute),
  };
}

/** Reads the files that the site has as they are, but not the files of an editor or of a desktop, such as `.DS_Store`. */
export function readPublicFiles(folder: string): Promise<BuildFile[]> {
  const paths = listFiles(folder).filter((path) => !/^\.|~$/.test(basename(path)));
  const files = paths.map(async (path) => ({
    path: relative(folder, path).replaceAll(sep, '/'),
    contents: await readFile(path),
  }));
  return Promise.all(files);
}
