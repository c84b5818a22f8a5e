import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { METRICS, type MetricName } from '#contract/metrics.ts';
import type { PageError } from '#contract/page-errors.ts';

let written: string[];

/** Imports the module as on Lambda, where metrics are enabled. */
async function importMetrics() {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'Thumbforge-test');
  vi.resetModules();
  return import('../../../functions/platform/metrics.ts');
}

beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    written.push(String(line));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A metric, its value, and the values of its dimensions and its metadata. */
type Metric = [name: MetricName, value: number, texts?: Record<string, string>];

/** The line of one metric in the embedded metric format of CloudWatch: in total, and for each dimension set. */
const toLine = ([name, value, texts]: Metric) => ({
  _aws: {
    Timestamp: expect.any(Number) as number,
    CloudWatchMetrics: [
      {
        Namespace: 'Thumbforge',
        Metrics: [{ Name: name, Unit: METRICS[name].unit }],
        Dimensions: [[], ...METRICS[name].by].map((set) => ['service', ...set]),
      },
    ],
  },
  service: 'Thumbforge-test',
  [name]: value,
  ...texts,
});

type Module = Awaited<ReturnType<typeof importMetrics>>;
type Case = [name: keyof Module, values: unknown[], metrics: Metric[]];

const PAGE_ERROR: PageError = { page: 'home', code: 'load', version: 'abc', browser: 'firefox' };

const CASES: Case[] = [
  ['recordImageTime', [4_200], [['ImageTime', 4_200]]],
  ['countWaitingGeneration', [], [['WaitingGenerations', 1]]],
  ['recordWaitTime', [12.5], [['WaitTime', 12.5]]],
  ['recordOldestWaiting', [42], [['OldestWaiting', 42]]],
  ['countReferenceFailure', ['timeout'], [['ReferenceFailures', 1, { reason: 'timeout' }]]],
  ['countCreditsCollected', [7], [['CreditsCollected', 7]]],
  ['countPageError', [PAGE_ERROR], [['PageErrors', 1, PAGE_ERROR]]],
  ['countModelUnavailable', ['first'], [['ModelUnavailable', 1, { model: 'first' }]]],
  ['countCreditsSpent', [2], [['CreditsSpent', 2]]],
  ['countRefund', [3, 'abandoned'], [['CreditsRefunded', 3, { cause: 'abandoned' }]]],
  ['countRefundFailure', [], [['RefundFailures', 1]]],
  ['recordOldestPending', [301.5], [['OldestPending', 301.5]]],
  ['countCreditsBought', [25], [['CreditsBought', 25]]],
  ['countUnmatchedPayment', [], [['UnmatchedPayments', 1]]],
  ['countPaymentAfterDeletion', [], [['PaymentsAfterClosing', 1]]],
  ['countCreditsGranted', [-5], [['CreditsGranted', -5]]],
  ['countLedgerDrift', [0], [['LedgerDrift', 0]]],
  [
    'countClawback',
    [5, 20],
    [
      ['CreditsClawedBack', 5],
      ['ClawbackShortfall', 20],
    ],
  ],
  [
    'recordModelImage',
    ['first', 4_200, 0.04],
    [
      ['ModelTime', 4_200, { model: 'first' }],
      ['ModelSpend', 0.04, { model: 'first' }],
    ],
  ],
  // The price is unknown.
  ['recordModelImage', ['first', 4_200, undefined], [['ModelTime', 4_200, { model: 'first' }]]],
  ['recordSuggestion', ['us.text', 0.000_3], [['ModelSpend', 0.000_3, { model: 'us.text' }]]],
  ...Object.entries({
    succeeded: 0,
    content_filtered: 0,
    reference_invalid: 0,
    reference_not_found: 1,
    model_unavailable: 1,
    abandoned: 1,
  }).map(([outcome, failure]): Case => [
    'countGeneration',
    [outcome, 'first'],
    [
      ['Generations', 1, { outcome, model: 'first' }],
      ['GenerationFailures', failure],
    ],
  ]),
  ...Object.entries({ handled: [0], bad_signature: [1], unknown: [1], unrelated: [] } as const).map(
    ([outcome, rate]): Case => [
      'countStripeEvent',
      ['charge.refunded', outcome],
      [
        // The type is metadata, because a dimension must have few values.
        ['StripeEvents', 1, { outcome, type: 'charge.refunded' }],
        ...rate.map((value): Metric => ['UnverifiedEvents', value]),
      ],
    ],
  ),
];

it.each(CASES)(
  '%s(%j) writes each metric immediately, in a separate line, without the dimensions of an earlier metric',
  async (name, values, metrics) => {
    const module = await importMetrics();
    module.countModelUnavailable('earlier');
    written = [];

    (module[name] as (...values: unknown[]) => void)(...values);

    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual(metrics.map(toLine));
  },
);

it('each function has a case', async () => {
  const names = new Set(CASES.map(([name]) => name));

  expect(Object.keys(await importMetrics()).filter((name) => !names.has(name as keyof Module))).toEqual([]);
});
