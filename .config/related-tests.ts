import { dirname, posix } from 'node:path';

/** The tests that read all documents and sources as text, so any change can break them. */
const READ_EVERYTHING = /^tests\/infra\/(?:documents[\w.-]*|counting)\.test\.ts$/;
/** The tests directly in these folders belong to many files. */
const MANY = /^tests\/(?:contract|functions|infra|local)$/;
const TEST = /\.test\.tsx?$/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

/**
 * Lists the tests that the changed files can break, nearest first: the changed tests, then the tests that import a changed file, then
 * the tests that import their importers. Each changed file has its turn, so that no file takes all places. `vitest related` does not find
 * the test of an operation, whose path no test imports as a text, takes 15 seconds of CPU time, and does not know which of the hundred
 * tests that open the site are near. So a test also belongs to the files with its name, to the folder that its folder is named after, and
 * to the endpoints that it calls by their names.
 * @param sources the text of all TypeScript files, by their paths from the root.
 */
export function listRelatedTests(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const tests = [...sources.keys()].filter((path) => TEST.test(path));
  const importers = collectImporters(sources);
  const folders = new Set(tests.map((path) => dirname(path)));
  const listNearest = (file: string): string[] => {
    const related = new Set([file]);
    // A set also iterates over the paths that the loop adds.
    for (const path of related) {
      for (const importer of importers.get(path) ?? []) related.add(importer);
      if (path.startsWith('tests/')) continue;
      const folder = path === file ? findTestFolder(path, folders) : undefined;
      const endpoints = path.startsWith('functions/api/') ? listEndpoints(sources.get(path)) : [];
      const kinds = [
        (test: string) => nameOf(test) === nameOf(path),
        (test: string) => test.startsWith('tests/functions/') && namesOne(endpoints, sources.get(test)),
        (test: string) => dirname(test) === folder,
      ];
      for (const isRelated of kinds) for (const test of tests.filter(isRelated)) related.add(test);
    }
    return [...related].filter((path) => TEST.test(path) && sources.has(path));
  };
  const readers = tests.filter((path) => READ_EVERYTHING.test(path));
  const changedTests = changed.filter((path) => TEST.test(path) && sources.has(path));
  const budgets = changed.some((path) => /^(?:web|contract)\//.test(path)) ? tests.filter(isBudget) : [];
  return [...new Set([...readers, ...budgets, ...changedTests, ...interleave(changed.map(listNearest))])];
}

/** Each change of the site can exceed its budgets. */
const isBudget = (path: string): boolean => path === 'tests/web/bundle-size.test.ts';

/** Takes the first value of each list, then the second value of each list, and so on. */
const interleave = (lists: readonly string[][]): string[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }).flatMap((_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  );

/** Lists the files that import each file. The file that uses its names most comes first. */
function collectImporters(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, { path: string; uses: number }[]>();
  for (const [path, text] of sources) {
    for (const { 1: name = '', index } of text.matchAll(IMPORT)) {
      const target = name.startsWith('#') ? name.slice(1) : posix.join(dirname(path), name);
      const importer = { path, uses: countUses(text, index) };
      importers.set(target, [...(importers.get(target) ?? []), importer]);
    }
  }
  return new Map(
    [...importers].map(([target, files]) => [
      target,
      files.toSorted((one, other) => other.uses - one.uses).map(({ path }) => path),
    ]),
  );
}

/** Counts how often a text has the names that it imports before `from`. */
function countUses(text: string, from: number): number {
  const [, names = ''] = /\{([^{}]*)\}\s*$/.exec(text.slice(0, from)) ?? [];
  const used = new Set(names.match(/\w+/g));
  return (text.match(/\w+/g) ?? []).filter((word) => used.has(word)).length;
}

/** `tests/functions/state/edits.refused.test.ts` and `functions/api/edits.ts` have the name `edits`. */
const nameOf = (path: string): string => posix.basename(path).replace(/\..*$/, '');

/** Lists the endpoints of an operation. */
const listEndpoints = (text = ''): string[] =>
  [...text.matchAll(/Handler\(\s*'(\w+)'/g)].map(([, name = '']) => name);

/** True if a test calls one of the endpoints by its name, or has a row of a table for it. */
const namesOne = (endpoints: readonly string[], text = ''): boolean =>
  endpoints.some((name) => text.includes(`'${name}'`) || text.includes(`  ${name}: `));

/**
 * Finds the deepest folder of tests for a file: `tests/web/finish/layers` for `web/src/features/finish/layers/text-controls.tsx`, and
 * `tests/web`, whose tests build the site, for `web/vite.config.ts`.
 */
function findTestFolder(path: string, folders: ReadonlySet<string>): string | undefined {
  const parts = posix.join('tests', dirname(path).replace(/^web\/src(\/features)?/, 'web')).split('/');
  return parts
    .map((_, index) => parts.slice(0, parts.length - index).join('/'))
    .find((folder) => folders.has(folder) && !MANY.test(folder));
}
