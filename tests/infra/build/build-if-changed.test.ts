import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildIfChanged, type BuildResult } from '../../../infra/build/build-if-changed.ts';

let root: string;
let builds: number;
/** Runs during the next build, before it returns its files. */
let duringBuild: () => Promise<void>;

const PACKAGE = 'node_modules/palette';
const INPUTS = {
  'sources/main.ts': 'main',
  'sources/colors/red.ts': 'red',
  'package-lock.json': '{}',
  [`${PACKAGE}/dist/index.js`]: 'palette',
  [`${PACKAGE}/package.json`]: '{ "version": "1.0.0" }',
};
const OUTPUTS = { 'index.html': '<p>', 'assets/main.js': 'main();' };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'));
  builds = 0;
  duringBuild = () => Promise.resolve();
  for (const [path, text] of Object.entries(INPUTS)) await write(path, text);
  await build();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await rm(root, { recursive: true });
});

/** Builds the outputs. @returns whether the build ran. */
async function build(): Promise<boolean> {
  const changed = await buildIfChanged({
    folder: join(root, 'site'),
    sources: ['sources', 'package-lock.json', 'absent.config.js'].map((path) => join(root, path)),
    variables: ['THEME'],
    build: async (): Promise<BuildResult> => {
      builds += 1;
      await duringBuild();
      const files = Object.entries(OUTPUTS).map(([path, contents]) => ({ path, contents }));
      return { files, modules: [join(root, PACKAGE, 'dist/index.js')] };
    },
  });
  return changed !== undefined;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

const remove = (path: string) => rm(join(root, path));

async function readOutputs(): Promise<Record<string, string>> {
  const entries = await readdir(join(root, 'site'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [
      file.slice(join(root, 'site').length + 1).replaceAll('\\', '/'),
      await readFile(file, 'utf8'),
    ]),
  );
  return Object.fromEntries(contents);
}

describe('a build', () => {
  it('is kept while nothing has changed', async () => {
    await expect(build()).resolves.toBe(false);
    // A new time of a file is no change.
    await write('sources/main.ts', INPUTS['sources/main.ts']);
    await expect(build()).resolves.toBe(false);

    expect([builds, await readOutputs()]).toEqual([1, OUTPUTS]);
  });

  it.each([
    ['a source changes', () => write('sources/colors/red.ts', 'crimson')],
    ['a source is new', () => write('sources/colors/red.js', 'red')],
    ['a source is deleted', () => remove('sources/colors/red.ts')],
    [
      'a source has another name',
      () => remove('sources/main.ts').then(() => write('sources/start.ts', 'main')),
    ],
    ['a configuration file is new', () => write('absent.config.js', '')],
    ['the lock file changes', () => write('package-lock.json', '{ "lockfileVersion": 3 }')],
    ['a package has another version', () => write(`${PACKAGE}/package.json`, '{ "version": "1.0.1" }')],
    ['a file of a package changes', () => write(`${PACKAGE}/dist/index.js`, 'patched')],
    ['a file of a package is deleted', () => remove(`${PACKAGE}/dist/index.js`)],
    ['a package gets a closer manifest', () => write(`${PACKAGE}/dist/package.json`, '{ "type": "module" }')],
    ['a variable is set', () => Promise.resolve(vi.stubEnv('THEME', 'dark'))],
    [
      'Node has another version',
      () => Promise.resolve(vi.stubGlobal('process', { ...process, version: 'v99.0.0' })),
    ],
  ])('runs again when %s, and is kept afterwards', async (_change, change) => {
    await change();

    await expect(build()).resolves.toBe(true);
    await expect(build()).resolves.toBe(false);
  });

  it.each([
    ['changed', () => write('site/assets/main.js', 'other();')],
    ['deleted', () => remove('site/index.html')],
    ['added', () => write('site/assets/old.js', 'old();')],
  ])('restores its outputs when one was %s', async (_damage, damage) => {
    await damage();

    await expect(build()).resolves.toBe(true);
    expect(await readOutputs()).toEqual(OUTPUTS);
  });

  it.each([
    ['missing', () => remove('site.json')],
    ['incomplete', () => write('site.json', '{"sources":')],
  ])('runs again when its record is %s', async (_damage, damage) => {
    await damage();

    await expect(build()).resolves.toBe(true);
    await expect(build()).resolves.toBe(false);
  });

  it('runs again after a failure', async () => {
    await write('sources/main.ts', 'broken');
    duringBuild = () => Promise.reject(new Error('syntax error'));
    await expect(build()).rejects.toThrow('syntax error');
    duringBuild = () => Promise.resolve();

    await expect(build()).resolves.toBe(true);
  });

  it('does not count as valid when it was interrupted while it wrote its outputs', async () => {
    await write('sources/main.ts', 'new');
    duringBuild = async () => {
      await write('site/index.html', '<h1>');
      throw new Error('interrupted');
    };
    await expect(build()).rejects.toThrow('interrupted');
    duringBuild = () => Promise.resolve();
    // The old sources have a record, but the outputs are no longer theirs.
    await write('sources/main.ts', INPUTS['sources/main.ts']);

    await expect(build()).resolves.toBe(true);
    expect(await readOutputs()).toEqual(OUTPUTS);
  });

  it('runs again when a source changed while it ran', async () => {
    duringBuild = () => write('sources/main.ts', 'second');
    await write('sources/main.ts', 'first');
    await build();
    duringBuild = () => Promise.resolve();

    await expect(build()).resolves.toBe(true);
    await expect(build()).resolves.toBe(false);
  });

  it('leaves valid outputs when several run at once', async () => {
    await rm(join(root, 'site'), { recursive: true });

    await Promise.all([build(), build(), build()]);

    expect([await readOutputs(), (await readdir(root)).filter((name) => name.endsWith('.draft'))]).toEqual([
      OUTPUTS,
      [],
    ]);
    await expect(build()).resolves.toBe(false);
  });
});
