import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { listChangedFiles, listPaths } from './changed-files.ts';
import { chooseParts, selectFailed } from './check-parts.ts';
import { listRelatedTests } from './related-tests.ts';

/** The most related tests that run, as files. Five of them read all documents. Fifteen files of the site take a quarter of a minute of CPU time. */
const MOST_TESTS = 20;

/** The tests that do not run and have their names printed. */
const NAMED = 3;

/** The tests of these folders start a cloud or a browser, which takes a minute. */
const SLOW = /^tests\/(?:integration|e2e)\//;

/**
 * `npm run check` runs all parts, as many at a time as there are cores. It prints the output of those that fail, with the
 * command that repeats them. For the format this is the command that mends the files.
 * `-- --changed` checks only the files that differ from the last commit, leaves out the parts that read none of them, and runs the
 * nearest tests.
 */
async function main(): Promise<void> {
  const changed = process.argv.includes('--changed') ? listChangedFiles() : undefined;
  const tests = changed && changed.length > 0 ? chooseTests(changed) : [];
  const waiting = [...(tests.length > 0 ? [{ name: 'tests', files: tests }] : []), ...chooseParts(changed)];
  const unfinished = new Set(waiting.map(({ name }) => name));
  process.stdout.write(`runs    ${[...unfinished].join(', ')}\n`);
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const { passed, seconds, output } = await runPart(part.name, part.files);
      unfinished.delete(part.name);
      const rest = unfinished.size > 0 ? ` (${[...unfinished].join(', ')} to come)` : '';
      process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${part.name}, ${seconds} s${rest}\n`);
      if (passed) continue;
      process.stdout.write(output);
      const failed = part.files && selectFailed(part.files, output.toString());
      const [advice, script] =
        part.name === 'format' ? ['mend  ', 'format'] : ['repeat', `check:${part.name}`];
      process.stdout.write(`${advice}  npm run ${nameScript(script, failed)}\n`);
      process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Chooses the nearest tests of the changed files, and says which of the related tests do not run. */
function chooseTests(changed: readonly string[]): string[] {
  const paths = listPaths(['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']);
  const sources = paths
    .filter((path) => existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')] as const);
  const related = listRelatedTests(changed, new Map(sources));
  const quick = related.filter((path) => !SLOW.test(path));
  const chosen = quick.slice(0, MOST_TESTS);
  const slow = related.filter((path) => SLOW.test(path));
  const list = (files: readonly string[]) => files.map((path) => basename(path)).join(', ');
  process.stdout.write(`tests   ${list(chosen)}\n`);
  process.stdout.write(
    `        ${chosen.length} of ${related.length} related files: ${quick.length - chosen.length} farther ones are left out, and ${slow.length} that start a cloud or a browser\n`,
  );
  if (slow.length > 0) process.stdout.write(`        nearest of these: ${list(slow.slice(0, NAMED))}\n`);
  return chosen;
}

/** Runs one part, and returns its seconds and its output. */
async function runPart(name: string, files?: readonly string[]) {
  const start = performance.now();
  // A shell finds npm also on Windows.
  const child = spawn(`npm run --silent ${nameScript(`check:${name}`, files)}`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  return { passed: code === 0, seconds, output: Buffer.concat(output) };
}

/** Returns a script with its files, as npm reads it. */
const nameScript = (script: string, files?: readonly string[]): string =>
  [script, ...(files ? ['--', ...files.map((file) => `"${file}"`)] : [])].join(' ');

await main();
