import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { areEqual, hashBytes, hashFiles, listFiles, type FileHashes } from './content-hash.ts';

/** A file that a build writes. */
export interface BuildFile {
  /** Path in the folder of the build. */
  path: string;
  contents: Uint8Array | string;
}

export interface BuildResult {
  files: readonly BuildFile[];
  /** Absolute paths of all files that were read. Those outside of the sources are files of packages. */
  modules: readonly string[];
}

export interface BuildOptions {
  /** Folder of the outputs. A record of the inputs is beside it, in `{folder}.json`. */
  folder: string;
  /** Files, and folders of which every file counts: a new file can change how an import is resolved. */
  sources: readonly string[];
  /** Environment variables that the build reads. */
  variables: readonly string[];
  build: () => Promise<BuildResult>;
}

/** The content hashes of everything that a build read and wrote. */
interface BuildRecord {
  sources: string;
  modules: FileHashes;
  outputs: FileHashes;
}

/**
 * Builds a folder, unless its record says that the same inputs gave exactly the files that the folder has. Needs no lock:
 * two processes with the same inputs write the same files, and a mixture of two builds does not match its record.
 * @returns the paths of the outputs that have changed, or undefined if the build was kept.
 */
export async function buildIfChanged(options: BuildOptions): Promise<string[] | undefined> {
  const { folder, build } = options;
  // Read before the build, which may set variables.
  const environment = describeEnvironment(options);
  const sources = hashSources(options, environment);
  if (isCurrent(folder, sources)) return undefined;
  const { files, modules } = await build();
  const changed = await writeFolder(folder, files);
  // After a change during the build nothing tells which version was read, so the next call builds again.
  if (hashSources(options, environment) === sources) {
    const record: BuildRecord = {
      sources,
      modules: hashFiles([...new Set(modules.flatMap(withManifests))]),
      outputs: Object.fromEntries(files.map(({ path, contents }) => [path, hashBytes(contents)])),
    };
    await replaceFile(getRecordPath(folder), JSON.stringify(record), folder);
  }
  return changed;
}

/** Writes exactly these files into a folder. @returns the paths of the new, changed and deleted files. */
async function writeFolder(folder: string, files: readonly BuildFile[]): Promise<string[]> {
  const paths = new Set(files.map(({ path }) => path));
  const extra = listRelative(folder).filter((path) => !paths.has(path));
  const changed: string[] = [];
  for (const { path, contents } of files) {
    const target = join(folder, path);
    const current = await readFile(target).catch(() => undefined);
    if (current?.equals(Buffer.from(contents)) === true) continue;
    await replaceFile(target, contents, folder);
    changed.push(path);
  }
  await Promise.all(extra.map((path) => rm(join(folder, path), { force: true })));
  return [...changed, ...extra];
}

const getRecordPath = (folder: string): string => `${folder}.json`;

const listRelative = (folder: string): string[] =>
  listFiles(folder).map((path) => relative(folder, path).replaceAll(sep, '/'));

function isCurrent(folder: string, sources: string): boolean {
  let record: BuildRecord;
  try {
    // Only this file writes records, and replaces them atomically.
    record = JSON.parse(readFileSync(getRecordPath(folder), 'utf8')) as BuildRecord;
  } catch {
    return false;
  }
  if (record.sources !== sources || !areEqual(record.modules, hashFiles(Object.keys(record.modules))))
    return false;
  const outputs = listRelative(folder).toSorted();
  if (outputs.join('\n') !== Object.keys(record.outputs).toSorted().join('\n')) return false;
  return outputs.every((path) => record.outputs[path] === hashBytes(readFileSync(join(folder, path))));
}

const describeEnvironment = ({ variables }: BuildOptions): string => {
  const { version, platform, arch, env } = process;
  return JSON.stringify([version, platform, arch, ...variables.map((name) => [name, env[name] ?? null])]);
};

const hashSources = ({ sources }: BuildOptions, environment: string): string =>
  hashBytes(JSON.stringify([environment, hashFiles(sources.flatMap(listFiles))]));

/** Returns a file of a package and the manifests above the file, which decide how the package is resolved. */
function withManifests(path: string): string[] {
  const manifests: string[] = [];
  for (let folder = dirname(path); folder.includes('node_modules'); folder = dirname(folder)) {
    if (basename(folder) === 'node_modules') break;
    manifests.push(join(folder, 'package.json'));
  }
  return [path, ...manifests];
}

let drafts = 0;

/**
 * Replaces a file atomically, because another process may read it. The draft is beside the folder, because every file in the
 * folder counts.
 */
async function replaceFile(path: string, contents: Uint8Array | string, folder: string): Promise<void> {
  drafts += 1;
  const draft = `${folder}.${process.pid}-${drafts}.draft`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, contents);
  await rename(draft, path);
}
