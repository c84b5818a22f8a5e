import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withQuote } from '../page/quote.ts';
import { report } from './report.ts';

// `npm run bench:scale` prints the simulation; with `-- --write` docs/scale.md quotes it.
const PAGE = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));

process.stdout.write(`${report()}\n`);
if (process.argv.includes('--write')) {
  await writeFile(PAGE, withQuote(await readFile(PAGE, 'utf8'), 'npm run bench:scale', report()));
}
