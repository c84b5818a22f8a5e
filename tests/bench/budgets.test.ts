import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUDGETS } from './cold-start.ts';
import { MAX_RATIO } from './preview.ts';

it('docs/reliability.md lists the budgets that npm run bench checks', () => {
  const rows = [
    ...readFileSync('docs/reliability.md', 'utf8').matchAll(
      /^\| ((?:bundle|import|generation) [^|]*?) +\| (\S[^|]*?) +\|$/gm,
    ),
  ];

  expect(rows.map(([, budget, limit]) => [budget, limit])).toEqual([
    ...Object.entries(BUDGETS).flatMap(([name, budget]) => [
      [`bundle of \`${name}\``, `${budget.bytes / 1_000} kB`],
      ...(budget.ratio === undefined ? [] : [[`import of \`${name}\``, `${budget.ratio} times its floor`]]),
    ]),
    ['generation with a preview and a model of 5 s', `${MAX_RATIO} times its four calls`],
  ]);
});
