import { readFile, writeFile } from 'node:fs/promises';
import { coverageOf } from './coverage.ts';
import { listTests } from './listed-tests.ts';
import { SECTIONS } from './sections.ts';

const PAGE = 'docs/spec-coverage.md';

/** Writes docs/spec-coverage.md; with `--check`, only says whether it is what would be written. */
async function main(): Promise<void> {
  const { page, faults } = coverageOf(SECTIONS, await listTests());
  if (!process.argv.includes('--check')) await writeFile(PAGE, page);
  else if (page !== (await readFile(PAGE, 'utf8').catch(() => undefined))) {
    faults.push(`${PAGE} is not what the tests' names say: run npm run spec.`);
  }
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
