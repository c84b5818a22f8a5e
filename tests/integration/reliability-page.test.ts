import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GENERATION_CASES } from '../prove/cases/generation-cases.ts';
import { OPERATIONS } from '../prove/faults/index.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/reliability.md'), 'utf8');

/** Lists the checks of a table that `npm run prove -- --write` wrote, without the measured number of calls. */
function listChecks(title: string): string[] {
  const section = PAGE.split(/^### /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/^\| (.+?) +\| +[\d,]+ \|/gm)].map(([, check = '']) =>
    check.replace(/ \(\d+ calls?\)$/, ''),
  );
}

it.each([
  [
    'Faults',
    [
      'Stripe secret not readable at a cold start',
      ...OPERATIONS.map(({ name }) => name),
      'two random faults',
    ],
  ],
  [
    'Named cases',
    [
      ...GENERATION_CASES.map(({ name }) => name),
      'every webhook event is dropped: each pack is credited once, by the return or the schedule',
      'service clocks 10 minutes ahead and behind: clients correct their clock and sign again',
      'SIGKILL of the whole process after each write: the next process recovers',
    ],
  ],
])(
  'the table "%s" in docs/reliability.md has the operations and cases that exist: renew it with `npm run prove -- --write`',
  (title, checks) => {
    // Operations that run alone are last in the table.
    expect(listChecks(title).toSorted()).toEqual(checks.toSorted());
  },
);
