import { fileURLToPath } from 'node:url';
import { writeQuote } from '../report.ts';
import { renderReport } from './report.ts';

// `npm run bench:scale` prints the simulation and the costs. `-- --write` updates docs/scale.md.
const PAGE = fileURLToPath(new URL('../../../docs/scale.md', import.meta.url));

process.stdout.write(`${renderReport()}\n`);
if (process.argv.includes('--write')) await writeQuote(PAGE, 'npm run bench:scale', renderReport());
