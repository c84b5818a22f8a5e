import { fileURLToPath } from 'node:url';
import { measureColdStart } from './cold-start.ts';
import { measureEdits } from './edits.ts';
import { measureLoad } from './load.ts';
import { measurePreview } from './preview.ts';
import { renderSection, writeQuote, type Section } from './report.ts';
import { measureSearch } from './search.ts';
import { Progress } from '../support/progress.ts';

// `npm run bench` measures, prints the tables and exits with 1 when a budget is exceeded. `-- --write` updates
// docs/reliability.md.
const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

// The AWS SDK warns about Node 20 at every start, but the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const MEASUREMENTS: Readonly<Record<string, () => Promise<Section>>> = {
  'cold starts': measureColdStart,
  previews: measurePreview,
  edits: measureEdits,
  search: measureSearch,
  load: measureLoad,
};

const progress = new Progress();
const sections: Section[] = [];
const measurements = Object.entries(MEASUREMENTS);
for (const [index, [name, measure]] of measurements.entries()) {
  progress.start(`${name} (part ${index + 1} of ${measurements.length})`);
  sections.push(await measure());
}
progress.stop();
const report = sections.map(renderSection).join('\n\n');
process.stdout.write(`${report}\n`);
if (process.argv.includes('--write')) await writeQuote(PAGE, 'npm run bench', report);
const failures = sections.flatMap((section) => section.failures);
for (const failure of failures) process.stderr.write(`Budget exceeded: ${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
