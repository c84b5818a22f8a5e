import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

/** A browser test, as the runner lists it. */
export interface ListedTest {
  /** From the root of the repository. */
  file: string;
  title: string;
}

const suite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string() })),
  get suites() {
    return z.optional(z.array(suite));
  },
});
type Suite = z.output<typeof suite>;

const report = z.object({ suites: z.array(suite), errors: z.array(z.object({ message: z.string() })) });

const LARGEST_REPORT = 64 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** Asks the runner itself, so that tests written by a loop are counted too. Starts neither browser nor cloud. */
export async function listTests(): Promise<ListedTest[]> {
  const config = '.config/playwright.config.ts';
  const runner = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const arguments_ = [runner, 'test', '--config', config, '--list', '--reporter=json'];
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, {
    maxBuffer: LARGEST_REPORT,
    timeout: TIMEOUT_MS,
  });
  const { suites, errors } = report.parse(JSON.parse(stdout));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return suites.flatMap(testsOf);
}

function testsOf({ specs, suites = [] }: Suite): ListedTest[] {
  const own = specs.map(({ file, title }) => ({ file: `tests/e2e/${file}`, title }));
  return [...own, ...suites.flatMap(testsOf)];
}
