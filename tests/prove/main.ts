import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { synthesize } from '../../local/synthesize.ts';
import { writeQuote } from '../bench/report.ts';
import { UNLIMITED_POOL, withEnvironment, type TestEnvironment } from '../support/cloud/environment.ts';
import { Progress } from '../support/progress.ts';
import { writeMinimalSite, withTempFolder } from '../support/temp-folder.ts';
import { proveCases } from './cases/index.ts';
import { proveFaults } from './faults/index.ts';
import { proveHistories } from './histories/index.ts';
import { proveInput } from './input/index.ts';
import { proveOwnership } from './ownership/index.ts';
import { proveRestore } from './restore/index.ts';
import { renderPart, renderSummary, type PartReport, type RunOptions } from './report.ts';

// `npm run prove` searches for violations of the invariants, prints what it checked, and exits with 1 when it found a violation. The
// standard error stream says how far it has come.
// `-- --seed N` repeats a run, `-- --only NAME` runs one part, `-- --write` updates docs/reliability.md.

// The AWS SDK warns about Node 20 at every start, but the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));
const MAX_SEED = 2 ** 31;

type Part = (environment: TestEnvironment, options: RunOptions) => Promise<PartReport>;

const PARTS: Readonly<Record<string, Part>> = {
  faults: proveFaults,
  cases: proveCases,
  histories: proveHistories,
  ownership: proveOwnership,
  input: proveInput,
  restore: proveRestore,
};

/** The parts with a model and a YouTube that do not answer. The others must not depend on the speed of the machine. */
const WITH_TIME_LIMITS: ReadonlySet<string> = new Set(['cases']);

const { values } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const names = values.only === undefined ? Object.keys(PARTS) : [values.only];
const seed = values.seed === undefined ? randomInt(MAX_SEED) : Number(values.seed);
const usageError = findUsageError();
if (usageError === undefined) await withTempFolder('prove', runParts);
else {
  process.stderr.write(`${usageError}\n`);
  process.exitCode = 2;
}

async function runParts(folder: string): Promise<void> {
  const progress = new Progress();
  progress.start('cloud assembly');
  const site = await writeMinimalSite(join(folder, 'site'));
  const assembly = await synthesize({ site, outdir: join(folder, 'assembly'), settings: UNLIMITED_POOL });
  const reports: PartReport[] = [];
  const start = performance.now();
  for (const [index, name] of names.entries()) {
    const part = PARTS[name];
    if (part === undefined) continue;
    progress.start(`${name} (part ${index + 1} of ${names.length})`);
    const report = await withEnvironment(
      assembly,
      (environment) => part(environment, { seed, size: 'full', assembly, progress }),
      { hasTestTimers: !WITH_TIME_LIMITS.has(name) },
    );
    progress.stop();
    reports.push(report);
    process.stdout.write(`${renderPart(report)}\n\n`);
    for (const violation of report.violations) process.stderr.write(`Violation: ${violation}\n\n`);
  }
  const summary = renderSummary(reports, seed, (performance.now() - start) / 1_000);
  process.stdout.write(`${summary}\n`);
  if (reports.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
  if (values.write)
    await writeQuote(PAGE, 'npm run prove', [...reports.map(renderPart), summary].join('\n\n'));
}

function findUsageError(): string | undefined {
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined)
    return `There is no part "${unknown}". The parts are ${Object.keys(PARTS).join(', ')}.`;
  if (!Number.isSafeInteger(seed) || seed < 0) return 'The seed must be a whole number, 0 or more.';
  return values.write && values.only !== undefined ? '--write needs a run of all parts.' : undefined;
}
