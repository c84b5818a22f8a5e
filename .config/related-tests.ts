import { dirname, posix } from 'node:path';

/** The tests that read all documents and sources as text, so any change can break them. */
const READ_EVERYTHING = /^tests\/infra\/(?:documents[\w.-]*|counting)\.test\.ts$/;
/** The tests directly in these folders belong to many files. */
const MANY = /^tests\/(?:contract|functions|infra|local)$/;
/** The tests that each change of some paths can break, although many tests are nearer. */
const ALWAYS: ReadonlyMap<string, RegExp> = new Map([
  ['tests/contract/readers.test.ts', /^contract\/endpoints\//],
  ['tests/functions/state/account-access.test.ts', /^contract\/endpoints\//],
  ['tests/contract/tables.test.ts', /^contract\/tables\.ts$/],
  ['tests/web/bundle-size.test.ts', /^(?:web|contract)\//],
  // Each operation makes as many calls as its entry of `tests/prove/faults/operations/` says.
  ['tests/integration/prove-faults.test.ts', /^(?:functions\/(?:api|events)\/|contract\/rate-limits\.ts$)/],
  [
    'tests/infra/thumbforge-stack.test.ts',
    /^(?:functions\/|infra\/(?!commands\/)|contract\/(?:model-pool|packs|rate-limits|tables)\.ts$|tests\/infra\/snapshots\/)/,
  ],
]);
const TEST = /\.(?:test|spec)\.tsx?$/;
/** A table with a row for each member of a type, e.g. `Record<UserEndpointName, …>`. */
const EXHAUSTIVE = /\bRecord<(?!string|number)|\bRequired<|\bkeyof\b/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

/**
 * Lists the tests that the changed files can break, nearest first: the changed tests, then the tests with a table of all that a changed file
 * declares, then the tests that import a changed file, then the tests that import their importers. Each changed file has its turn, so that
 * no file takes all places. `vitest related` does not find the test of an operation, whose path no test imports as a text, takes 15 seconds
 * of CPU time, and does not know which of the hundred tests that open the site are near. So a test also belongs to the files with its name,
 * to the folder that its folder is named after, and to the endpoints that it calls by their names.
 * @param sources the text of all TypeScript files, by their paths from the root.
 */
export function listRelatedTests(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const tests = [...sources.keys()].filter((path) => TEST.test(path));
  const importers = collectImporters(sources);
  const byName = groupBy(tests, nameOf);
  const byFolder = groupBy(tests, dirname);
  const byOperation = findCallers(tests, sources);
  /** Lists the tests with a table of all that a file declares. The table may be in a helper that several tests import. */
  const listGuards = (file: string): string[] =>
    (importers.get(file) ?? [])
      .filter((path) => path.startsWith('tests/') && EXHAUSTIVE.test(sources.get(path) ?? ''))
      .flatMap((path) => (TEST.test(path) ? path : (importers.get(path) ?? [])));
  const listNearest = (file: string): string[] => {
    const related = new Set([file, ...listGuards(file)]);
    // A set also iterates over the paths that the loop adds.
    for (const path of related) {
      for (const importer of importers.get(path) ?? []) related.add(importer);
      if (path.startsWith('tests/')) continue;
      const folder = path === file ? findTestFolder(path, byFolder) : undefined;
      const groups = [byName.get(nameOf(path)), byOperation.get(path), byFolder.get(folder ?? '')];
      for (const test of groups.flatMap((group) => group ?? [])) related.add(test);
    }
    return [...related].filter((path) => TEST.test(path) && sources.has(path));
  };
  const readers = tests.filter((path) => READ_EVERYTHING.test(path));
  const changedTests = changed.filter((path) => TEST.test(path) && sources.has(path));
  const always = tests.filter((test) => changed.some((path) => ALWAYS.get(test)?.test(path)));
  return [...new Set([...readers, ...always, ...changedTests, ...interleave(changed.map(listNearest))])];
}

/** Takes the first value of each list, then the second value of each list, and so on. */
const interleave = (lists: readonly string[][]): string[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }).flatMap((_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  );

/** Lists the files that import each file. The file that uses its names most comes first. */
function collectImporters(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, { path: string; uses: number }[]>();
  for (const [path, text] of sources) {
    const words = groupBy(text.match(/\w+/g) ?? [], (word) => word);
    for (const { 1: name = '', index } of text.matchAll(IMPORT)) {
      const target = name.startsWith('#') ? name.slice(1) : posix.join(dirname(path), name);
      const uses = listImportedNames(text.slice(0, index)).map((used) => words.get(used)?.length ?? 0);
      addTo(importers, target, { path, uses: uses.reduce((sum, count) => sum + count, 0) });
    }
  }
  return new Map(
    [...importers].map(([target, files]) => [
      target,
      files.toSorted((one, other) => other.uses - one.uses).map(({ path }) => path),
    ]),
  );
}

/** Lists the names in braces at the end of a text, each once. */
function listImportedNames(text: string): string[] {
  const [, names = ''] = /\{([^{}]*)\}\s*$/.exec(text) ?? [];
  return [...new Set(names.match(/\w+/g))];
}

/** `tests/functions/state/edits.refused.test.ts` and `functions/api/edits.ts` have the name `edits`. */
const nameOf = (path: string): string => posix.basename(path).replace(/\..*$/, '');

/** Lists the endpoints of an operation. */
const listEndpoints = (text = ''): string[] =>
  [...text.matchAll(/Handler\(\s*'(\w+)'/g)].map(([, name = '']) => name);

/** Finds the tests of the functions that call an endpoint of an operation by its name, or have a row of a table for it. */
function findCallers(
  tests: readonly string[],
  sources: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const callers = tests.filter((test) => test.startsWith('tests/functions/'));
  const operations = [...sources.keys()].filter((path) => path.startsWith('functions/api/'));
  return new Map(
    operations.map((path) => {
      const names = listEndpoints(sources.get(path)).flatMap((name) => [`'${name}'`, `  ${name}: `]);
      return [path, callers.filter((test) => names.some((name) => sources.get(test)?.includes(name)))];
    }),
  );
}

function groupBy<Value>(values: Iterable<Value>, keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}

function addTo<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/**
 * Finds the deepest folder of tests for a file: `tests/web/finish/layers` for `web/src/features/finish/layers/text-controls.tsx`, and
 * `tests/web`, whose tests build the site, for `web/vite.config.ts`.
 */
function findTestFolder(path: string, folders: ReadonlyMap<string, unknown>): string | undefined {
  const parts = posix.join('tests', dirname(path).replace(/^web\/src(\/features)?/, 'web')).split('/');
  return parts
    .map((_, index) => parts.slice(0, parts.length - index).join('/'))
    .find((folder) => folders.has(folder) && !MANY.test(folder));
}
