import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { METRICS, type MetricName } from '../../../contract/metrics.ts';

let written: string[];

/** Imports the module as on Lambda, where metrics are enabled. */
async function importMetrics() {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'Thumbforge-test');
  vi.resetModules();
  return import('../../../functions/shared/metrics.ts');
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
type Case = [title: string, count: (metrics: Module) => void, metrics: Metric[]];

const CASES: Case[] = [
  ['the time of an image', (to) => to.recordImageTime(4_200), [['ImageTime', 4_200]]],
  [
    'an unavailable model',
    (to) => to.countModelUnavailable('first'),
    [['ModelUnavailable', 1, { model: 'first' }]],
  ],
  ['spent credits', (to) => to.countCreditsSpent(2), [['CreditsSpent', 2]]],
  ['a refund', (to) => to.countRefund(3, 'abandoned'), [['CreditsRefunded', 3, { cause: 'abandoned' }]]],
  ['the oldest pending generation', (to) => to.recordOldestPending(301.5), [['OldestPending', 301.5]]],
  ['bought credits', (to) => to.countCreditsBought(25), [['CreditsBought', 25]]],
  ['a payment without a pack', (to) => to.countUnmatchedPayment(), [['UnmatchedPayments', 1]]],
  ['a late payment', (to) => to.countPaymentAfterDeletion(), [['PaymentsAfterClosing', 1]]],
  ['granted credits', (to) => to.countCreditsGranted(-5), [['CreditsGranted', -5]]],
  ['an audit', (to) => to.countLedgerDrift(0), [['LedgerDrift', 0]]],
  [
    'a clawback with its shortfall',
    (to) => to.countClawback(5, 20),
    [
      ['CreditsClawedBack', 5],
      ['ClawbackShortfall', 20],
    ],
  ],
  [
    'an image with the time and the price of its model',
    (to) => to.recordModelImage('first', 4_200, 0.04),
    [
      ['ModelTime', 4_200, { model: 'first' }],
      ['ModelSpend', 0.04, { model: 'first' }],
    ],
  ],
  [
    'an image without a price when it is unknown',
    (to) => to.recordModelImage('first', 4_200, undefined),
    [['ModelTime', 4_200, { model: 'first' }]],
  ],
  [
    'a suggestion with its price',
    (to) => to.recordSuggestion('us.text', 0.000_3),
    [['ModelSpend', 0.000_3, { model: 'us.text' }]],
  ],
  ...Object.entries({
    succeeded: 0,
    content_filtered: 0,
    reference_invalid: 0,
    reference_not_found: 1,
    model_unavailable: 1,
    abandoned: 1,
  }).map(([outcome, failure]): Case => [
    `a generation that ended as ${outcome}, with ${failure} for the failure rate`,
    (to) => to.countGeneration(outcome, 'first'),
    [
      ['Generations', 1, { outcome, model: 'first' }],
      ['GenerationFailures', failure],
    ],
  ]),
  ...Object.entries({ handled: [0], bad_signature: [1], unknown: [1], unrelated: [] } as const).map(
    ([outcome, rate]): Case => [
      `a Stripe event that was ${outcome}, with ${JSON.stringify(rate)} for the rate of unverified events`,
      (to) => to.countStripeEvent('charge.refunded', outcome as 'handled'),
      [
        // The type is metadata, because a dimension must have few values.
        ['StripeEvents', 1, { outcome, type: 'charge.refunded' }],
        ...rate.map((value): Metric => ['UnverifiedEvents', value]),
      ],
    ],
  ),
  [
    'a failed refund without the dimensions of an earlier metric',
    (to) => {
      to.countModelUnavailable('first');
      to.countRefundFailure();
    },
    [
      ['ModelUnavailable', 1, { model: 'first' }],
      ['RefundFailures', 1],
    ],
  ],
];

it.each(CASES)('%s is written immediately, each metric in a line of its own', async (_, count, metrics) => {
  count(await importMetrics());

  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual(metrics.map(toLine));
});
