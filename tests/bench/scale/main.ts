import { fileURLToPath } from 'node:url';
import { writeQuote } from '../report.ts';
import { renderDailyCosts } from './daily-cost.ts';
import { renderReport } from './cost.ts';

// `npm run bench:scale` prints the costs. `-- --write` updates docs/scale.md and docs/security.md.
const SCALE = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));
const SECURITY = fileURLToPath(new URL('../../../docs/security.md', import.meta.url));

process.stdout.write(`${renderReport()}\n\n${renderDailyCosts()}\n`);
if (process.argv.includes('--write')) {
  await writeQuote(SCALE, 'npm run bench:scale', renderReport());
  await writeQuote(SECURITY, 'npm run bench:scale', renderDailyCosts());
}
