import { markdownTable } from '../page/markdown.ts';
import type { Phase } from './arrivals.ts';
import { PRICES_AS_OF } from './assumptions.ts';
import { itemsBesideTheModel, perThousand } from './cost.ts';
import { inAccounts, production, SPIKE, steady, withUltra, type Painter } from './scenarios.ts';
import { simulate, type Outcome } from './simulate.ts';

/** Everything that docs/scale.md quotes, in its order. */
export function report(): string {
  const { pool, places } = production();
  const all = withUltra(pool);
  const [first] = pool;
  return [
    '**An hour of steady load on the pool of production**',
    steadyTable(pool, places),
    '**The same hour, with another model and with another account**',
    poolTable(pool, all),
    '**Half an hour with a spike: 40 a minute, for three minutes 240**',
    queueTable(pool, places, SPIKE),
    '**An hour of more than the pool can paint: 120 a minute**',
    queueTable(pool, places, steady(120)),
    `**1,000 thumbnails, in US dollars (list prices of ${PRICES_AS_OF}, us-west-2)**`,
    costTable(all),
    ...(first === undefined ? [] : [`**All the rest, with ${first.label}**`, restTable(first)]),
  ].join('\n\n');
}

function steadyTable(pool: readonly Painter[], places: number): string {
  const header = ['asked a minute', 'painted a minute', 'refused', 'not by the first model'];
  const rates = [30, 60, 90, 105, 120, 150, 210];
  return markdownTable(
    [...header, 'median', '95 %', 'at once', '$ a 1,000'],
    rates.map((perMinute) => {
      const outcome = simulate({ models: pool, places, phases: steady(perMinute) });
      const { asked, painted, refused, byModel, atOnce } = outcome;
      return [
        String(perMinute),
        (painted / 60).toFixed(0),
        share(refused, asked),
        share(painted - (byModel[0] ?? 0), painted),
        ...waits(outcome),
        String(atOnce),
        dollarsPerThousand(outcome),
      ];
    }),
  );
}

function poolTable(pool: readonly Painter[], all: readonly Painter[]): string {
  const pools = [
    ['production', pool],
    ['production, and Ultra last', all],
    ['production in two accounts', inAccounts(2, pool)],
  ] as const;
  const rows = [120, 210].flatMap((perMinute) =>
    pools.map(([name, models]) => {
      const outcome = simulate({ models, phases: steady(perMinute) });
      return [
        name,
        String(perMinuteOf(models)),
        String(perMinute),
        share(outcome.refused, outcome.asked),
        ...waits(outcome),
        String(outcome.atOnce),
        dollarsPerThousand(outcome),
      ];
    }),
  );
  const header = ['pool', 'quota', 'asked a minute', 'refused', 'median', '95 %', 'at once', '$ a 1,000'];
  return markdownTable(header, rows);
}

function queueTable(pool: readonly Painter[], places: number, phases: readonly Phase[]): string {
  const patiences = [
    ['none', 0],
    ['1 minute', 60],
    ['5 minutes', 300],
  ] as const;
  return markdownTable(
    ['longest wait', 'asked', 'painted', 'refused', 'median', '95 %', 'at once'],
    patiences.map(([name, patience]) => {
      const outcome = simulate({ models: pool, places, phases, patience });
      const { asked, painted, refused, atOnce } = outcome;
      return [name, String(asked), String(painted), share(refused, asked), ...waits(outcome), String(atOnce)];
    }),
  );
}

function costTable(pool: readonly Painter[]): string {
  return markdownTable(
    ['painted by', 'the model', 'all the rest', 'together'],
    pool.map((painter) => {
      const { model, rest } = perThousand(painter);
      return [painter.label, model.toFixed(2), rest.toFixed(2), (model + rest).toFixed(2)];
    }),
  );
}

function restTable({ seconds }: Painter): string {
  return markdownTable(
    ['part', 'a thumbnail takes', '$ a 1,000'],
    itemsBesideTheModel(seconds).map(({ part, takes, dollars }) => [
      part,
      takes,
      (dollars * 1_000).toFixed(4),
    ]),
  );
}

function perMinuteOf(models: readonly Painter[]): number {
  return models.reduce((sum, { perMinute }) => sum + perMinute, 0);
}

function waits({ waits: sorted }: Outcome): string[] {
  return [0.5, 0.95].map((quantile) => {
    const seconds = sorted[Math.floor(quantile * (sorted.length - 1))] ?? 0;
    return `${seconds.toFixed(1)} s`;
  });
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function dollarsPerThousand({ dollars, painted }: Outcome): string {
  return ((1_000 * dollars) / painted).toFixed(2);
}
