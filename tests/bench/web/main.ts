import { markdownTable, median } from '../report.ts';
import { measureEditing } from './editing.ts';
import { MAX_LONGEST, MAX_OPENING, measurePhoto } from './photo.ts';
import { startSite } from '../../support/site-process.ts';
import { Progress } from '../../support/progress.ts';
import { MAX_RATIO, measureScroll } from './scroll.ts';
import { findPhoneSlowdown, visit, type Visit } from './visit.ts';

/**
 * `npm run bench:web` builds the site, serves it with CloudFront's compression and headers but over HTTP/1.1, visits each
 * page five times with an empty cache, and compares the medians with the budgets. Then it paints and types on the finish page, and
 * scrolls libraries. It exits with 1 when a budget is exceeded.
 *
 * Sizes and requests are the same every time. Times are simulated for a phone whose speed does not depend on this machine's:
 * a visit measures how fast the machine is at the moment, and the times that follow are divided by it.
 */
const VISITS = 5;

/** One line of the table. `floor`: the measure is a score, and the limit is the least. */
interface Budget {
  measure: keyof Visit;
  /** kB are 1,000 bytes. */
  unit: '' | 'kB' | 'ms';
  limit: number;
  floor?: true;
}

/** The budgets of a page for a first visit, signed out, on a phone. */
const BUDGETS: Record<string, readonly Budget[]> = {
  '/': [
    { measure: 'script', unit: 'kB', limit: 105 },
    { measure: 'style', unit: 'kB', limit: 8 },
    { measure: 'performance', unit: '', limit: 98, floor: true },
    { measure: 'accessibility', unit: '', limit: 100, floor: true },
    { measure: 'bestPractices', unit: '', limit: 100, floor: true },
    { measure: 'seo', unit: '', limit: 100, floor: true },
    { measure: 'largestPaint', unit: 'ms', limit: 1_300 },
    { measure: 'blocking', unit: 'ms', limit: 100 },
    { measure: 'shift', unit: '', limit: 0 },
    { measure: 'thirdParty', unit: '', limit: 0 },
    { measure: 'consoleErrors', unit: '', limit: 0 },
  ],
  '/auth': [
    { measure: 'script', unit: 'kB', limit: 235 },
    { measure: 'largestPaint', unit: 'ms', limit: 2_000 },
    { measure: 'accessibility', unit: '', limit: 100, floor: true },
    { measure: 'thirdParty', unit: '', limit: 0 },
    { measure: 'consoleErrors', unit: '', limit: 0 },
  ],
};

const isMet = ({ limit, floor }: Budget, measured: number): boolean =>
  floor === true ? measured >= limit : measured <= limit;

/** A value as the table shows it. */
function show(value: number, unit: Budget['unit']): string {
  if (unit === 'kB') return `${value.toFixed(1)} kB`;
  return unit === 'ms' ? `${Math.round(value)} ms` : String(Math.round(value * 1_000) / 1_000);
}

const progress = new Progress();
progress.start('build of the site');
const site = await startSite();
try {
  const rows: string[][] = [];
  progress.start('visits');
  progress.expect(1 + VISITS * Object.keys(BUDGETS).length);
  let slowdown = findPhoneSlowdown((await visit(site.url, 1)).benchmarkIndex);
  progress.done();
  for (const [path, budgets] of Object.entries(BUDGETS)) {
    const visits: Visit[] = [];
    while (visits.length < VISITS) {
      const each = await visit(site.url + path, slowdown);
      slowdown = findPhoneSlowdown(each.benchmarkIndex);
      visits.push(each);
      progress.done();
    }
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
        met ? 'met' : 'exceeded',
      ]);
    }
  }
  progress.start('finish page');
  for (const { measure, ms, ratio, slowest, limit } of await measureEditing(site.url)) {
    const isWithin = ratio <= limit;
    if (!isWithin) process.exitCode = 1;
    rows.push([
      '/thumbnails/{id}',
      `${measure}, ${ms.toFixed(1)} ms of CPU (slowest ${slowest.toFixed(2)} ×)`,
      `${ratio.toFixed(2)} × its floor`,
      `<= ${limit} ×`,
      isWithin ? 'met' : 'exceeded',
    ]);
  }
  progress.start('photo of 50 megapixels');
  const { opening, longest } = await measurePhoto(site.url);
  if (opening.ratio > MAX_OPENING || longest.ratio > MAX_LONGEST) process.exitCode = 1;
  rows.push(
    [
      '/',
      `opening a photo of 50 megapixels, ${Math.round(opening.ms)} ms`,
      `${opening.ratio.toFixed(2)} × its floor`,
      `<= ${MAX_OPENING} ×`,
      opening.ratio > MAX_OPENING ? 'exceeded' : 'met',
    ],
    [
      '/',
      `longest task meanwhile, ${longest.ms.toFixed(1)} ms of CPU`,
      `${longest.ratio.toFixed(2)} × its floor`,
      `<= ${MAX_LONGEST} ×`,
      longest.ratio > MAX_LONGEST ? 'exceeded' : 'met',
    ],
  );
  progress.stop();
  const header = ['page', 'measure', `median of ${VISITS}`, 'budget', 'result'];
  process.stdout.write(`${markdownTable(header, rows)}\n`);
  progress.start('scrolling');
  const { short, long, ratio } = await measureScroll(site.url);
  progress.stop();
  process.stdout.write(
    `\nA frame while a library scrolls: ${short.toFixed(1)} ms with 100 thumbnails, ${long.toFixed(1)} ms with 2,000, ratio ${ratio.toFixed(1)} (<= ${MAX_RATIO})\n`,
  );
  if (ratio > MAX_RATIO) process.exitCode = 1;
} finally {
  progress.stop();
  await site.stop();
}
