import { markdownTable, median } from '../report.ts';
import { BUDGETS, isMet, show } from './budgets.ts';
import { startSite } from '../../support/site-process.ts';
import { visit, type Visit } from './visit.ts';

/**
 * `npm run bench:web`: what a first visit costs. It builds the site as it deploys and serves it as CloudFront would
 * (brotli, cache and security headers; HTTP/1.1 where CloudFront speaks HTTP/2), visits each page five times with
 * Lighthouse's mobile phone and an empty cache, and holds the medians against the budgets. Ends 1 beyond one of them.
 *
 * Bytes, scores of access and requests are the same every time. Times are simulated from what this machine did: where it
 * is busy they rise, and blocking time first.
 */
const VISITS = 5;

const site = await startSite();
try {
  const rows: string[][] = [];
  for (const [path, budgets] of Object.entries(BUDGETS)) {
    const visits: Visit[] = [];
    while (visits.length < VISITS) visits.push(await visit(site.url + path));
    for (const budget of budgets) {
      const { measure, unit, limit, floor } = budget;
      const measured = median(visits.map((each) => each[measure]));
      const met = isMet(budget, measured);
      if (!met) process.exitCode = 1;
      rows.push([
        path,
        measure,
        show(measured, unit),
        `${floor === true ? '>=' : '<='} ${show(limit, unit)}`,
        met ? 'met' : 'BEYOND',
      ]);
    }
  }
  const header = ['page', 'measure', `median of ${VISITS}`, 'budget', 'verdict'];
  process.stdout.write(`${markdownTable(header, rows)}\n`);
} finally {
  await site.stop();
}
