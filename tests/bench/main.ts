import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { coldStart } from './cold-start/cold-start.ts';
import { load } from './load/load.ts';
import { markdownTable } from './page/markdown.ts';
import { withQuote } from './page/quote.ts';
import type { Section } from './section.ts';

// `npm run bench` measures and prints; with `-- --write` docs/reliability.md quotes it. Ends 1 beyond a budget.
const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const sections = [await coldStart(), await load()];
const report = sections.map(show).join('\n\n');
process.stdout.write(`${report}\n`);
if (process.argv.includes('--write')) {
  await writeFile(PAGE, withQuote(await readFile(PAGE, 'utf8'), 'npm run bench', report));
}
const failures = sections.flatMap((section) => section.failures);
for (const failure of failures) process.stderr.write(`Beyond its budget: ${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function show({ title, note, header, rows }: Section): string {
  return [`### ${title}`, note, markdownTable(header, rows)].join('\n\n');
}
