import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { computeCoverage, type ListedTest } from './coverage.ts';

const SPECIFICATION = 'tests/e2e/spec/specification.md';
const PAGE = 'docs/spec-coverage.md';
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

const suite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), tags: z.array(z.string()) })),
  get suites() {
    return z.optional(z.array(suite));
  },
});
const report = z.object({ suites: z.array(suite), errors: z.array(z.object({ message: z.string() })) });

/** Lists the tests with the runner itself, which starts neither the browser nor the cloud. */
async function listTests(): Promise<ListedTest[]> {
  const runner = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const options = ['test', '--config', '.config/playwright.config.ts', '--list', '--reporter=json'];
  const { stdout } = await promisify(execFile)(process.execPath, [runner, ...options], {
    maxBuffer: MAX_REPORT_BYTES,
  });
  const { suites, errors } = report.parse(JSON.parse(stdout));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return suites.flatMap(collectTests);
}

function collectTests({ specs, suites = [] }: z.output<typeof suite>): ListedTest[] {
  const own = specs.map(({ file, title, tags }) => ({
    file: `tests/e2e/${file}`,
    title: title.replaceAll(/ @\S+/g, ''),
    tags: tags.map((tag) => tag.replace(/^@/, '')),
  }));
  return [...own, ...suites.flatMap(collectTests)];
}

/** Writes docs/spec-coverage.md. With `--check`, fails if the page is out of date. */
async function main(): Promise<void> {
  const { page, problems } = computeCoverage(await readFile(SPECIFICATION, 'utf8'), await listTests());
  if (!process.argv.includes('--check')) await writeFile(PAGE, page);
  else if (page !== (await readFile(PAGE, 'utf8')))
    problems.push(`${PAGE} is out of date: run npm run spec.`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
