import { markdownTable } from '../report.ts';
import { PRICES_AS_OF } from './assumptions.ts';
import { calculateCost, listInfrastructureCosts } from './cost.ts';
import {
  addUltra,
  listReferenceModels,
  multiplyAccounts,
  readProduction,
  readStylePool,
  SPIKE,
  steadyLoad,
} from './scenarios.ts';
import { simulate, type Outcome, type Phase, type PoolModel } from './simulate.ts';

/** Renders the tables that docs/scale.md quotes. */
export function renderReport(): string {
  const { pool, concurrency } = readProduction();
  const allModels = addUltra(pool);
  const [first] = pool;
  return [
    '**One hour of steady load on the production pool**',
    renderSteadyLoad(pool, concurrency, [30, 60, 90, 105, 120, 150, 210]),
    '**One hour of steady load in the style of a reference: one model in three regions**',
    renderSteadyLoad(readStylePool(), concurrency, [10, 15, 20, 30, 45]),
    '**The same hour with an additional model, and with an additional account**',
    renderPools(pool, allModels),
    '**Half an hour with a spike: 40 requests per minute, 240 for three minutes**',
    renderLines(pool, concurrency, SPIKE),
    '**One hour above the quota: 120 requests per minute**',
    renderLines(pool, concurrency, steadyLoad(120)),
    `**1,000 thumbnails in US dollars (list prices of ${PRICES_AS_OF}, us-west-2)**`,
    renderModelCosts([...allModels, ...listReferenceModels()]),
    ...(first === undefined ? [] : [`**Infrastructure, with ${first.label}**`, renderInfrastructure(first)]),
  ].join('\n\n');
}

function renderSteadyLoad(pool: readonly PoolModel[], concurrency: number, rates: readonly number[]): string {
  const header = [
    'requests/min',
    'generated/min',
    'rejected',
    'by later models or regions',
    'median',
    '95 %',
    'concurrent',
  ];
  return markdownTable(
    [...header, '$ per 1,000'],
    rates.map((perMinute) => {
      const outcome = simulate({ models: pool, concurrency, phases: steadyLoad(perMinute) });
      const { requested, generated, rejected, byModel, maxConcurrent } = outcome;
      return [
        String(perMinute),
        (generated / 60).toFixed(0),
        formatShare(rejected, requested),
        formatShare(generated - (byModel[0] ?? 0), generated),
        ...formatLatencies(outcome),
        String(maxConcurrent),
        formatModelCost(outcome),
      ];
    }),
  );
}

function renderPools(pool: readonly PoolModel[], allModels: readonly PoolModel[]): string {
  const pools: Record<string, readonly PoolModel[]> = {
    production: pool,
    'production and Ultra': allModels,
    'production in two accounts': multiplyAccounts(2, pool),
  };
  const rows = [120, 210].flatMap((perMinute) =>
    Object.entries(pools).map(([name, models]) => {
      const outcome = simulate({ models, phases: steadyLoad(perMinute) });
      return [
        name,
        String(models.reduce((sum, model) => sum + model.perMinute, 0)),
        String(perMinute),
        formatShare(outcome.rejected, outcome.requested),
        ...formatLatencies(outcome),
        String(outcome.maxConcurrent),
        formatModelCost(outcome),
      ];
    }),
  );
  const header = ['pool', 'quota', 'requests/min', 'rejected', 'median', '95 %', 'concurrent', '$ per 1,000'];
  return markdownTable(header, rows);
}

function renderLines(pool: readonly PoolModel[], concurrency: number, phases: readonly Phase[]): string {
  const limits = [
    ['no line', 0],
    ['1 minute', 60],
    ['5 minutes', 300],
  ] as const;
  return markdownTable(
    ['longest wait', 'requests', 'generated', 'rejected', 'median', '95 %', 'concurrent'],
    limits.map(([name, maxWait]) => {
      const outcome = simulate({ models: pool, concurrency, phases, maxWait });
      const { requested, generated, rejected, maxConcurrent } = outcome;
      const counts = [String(requested), String(generated), formatShare(rejected, requested)];
      return [name, ...counts, ...formatLatencies(outcome), String(maxConcurrent)];
    }),
  );
}

function renderModelCosts(pool: readonly PoolModel[]): string {
  return markdownTable(
    ['model', 'model cost', 'infrastructure', 'total'],
    pool.map((each) => {
      const { model, infrastructure } = calculateCost(each);
      return [each.label, model.toFixed(2), infrastructure.toFixed(2), (model + infrastructure).toFixed(2)];
    }),
  );
}

function renderInfrastructure({ seconds }: PoolModel): string {
  return markdownTable(
    ['service', 'usage of one thumbnail', '$ per 1,000'],
    listInfrastructureCosts(seconds).map(({ service, usage, dollars }) => [
      service,
      usage,
      (dollars * 1_000).toFixed(4),
    ]),
  );
}

function formatLatencies({ latencies }: Outcome): string[] {
  return [0.5, 0.95].map((quantile) => {
    const seconds = latencies[Math.floor(quantile * (latencies.length - 1))] ?? 0;
    return `${seconds.toFixed(1)} s`;
  });
}

function formatShare(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function formatModelCost({ dollars, generated }: Outcome): string {
  return ((1_000 * dollars) / generated).toFixed(2);
}
