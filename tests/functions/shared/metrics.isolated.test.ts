import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { METRICS, type MetricName } from '../../../contract/metrics.ts';

interface Emf {
  _aws: {
    CloudWatchMetrics: {
      Namespace: string;
      Dimensions: string[][];
      Metrics: { Name: string; Unit: string }[];
    }[];
  };
  [value: string]: unknown;
}

let written: string[];

/** Imports the module as on Lambda, where metrics are enabled. */
async function importMetrics() {
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'Thumbforge-test');
  vi.resetModules();
  return import('../../../functions/shared/metrics.ts');
}

function emitted(): Emf[] {
  return written.map((line) => JSON.parse(line) as Emf);
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

describe('the metric', () => {
  type Module = Awaited<ReturnType<typeof importMetrics>>;

  it.each<[MetricName, number, (metrics: Module) => void, Record<string, string>?]>([
    ['ImageTime', 4_200, (metrics) => metrics.recordImageTime(4_200)],
    ['ModelUnavailable', 1, (metrics) => metrics.countModelUnavailable('first'), { model: 'first' }],
    ['CreditsSpent', 2, (metrics) => metrics.countCreditsSpent(2)],
    ['CreditsRefunded', 3, (metrics) => metrics.countRefund(3, 'abandoned'), { cause: 'abandoned' }],
    ['RefundFailures', 1, (metrics) => metrics.countRefundFailure()],
    ['OldestPending', 301.5, (metrics) => metrics.recordOldestPending(301.5)],
    ['CreditsBought', 25, (metrics) => metrics.countCreditsBought(25)],
    ['UnmatchedPayments', 1, (metrics) => metrics.countUnmatchedPayment()],
    ['PaymentsAfterClosing', 1, (metrics) => metrics.countPaymentAfterDeletion()],
    ['StripeEvents', 1, (metrics) => metrics.countStripeEvent('x', 'ignored'), { outcome: 'ignored' }],
    ['CreditsGranted', -5, (metrics) => metrics.countCreditsGranted(-5)],
    ['LedgerDrift', 0, (metrics) => metrics.countLedgerDrift(0)],
  ])('%s is written immediately, once in total and once for each dimension set', async (...row) => {
    const [name, value, count, dimensions = {}] = row;
    count(await importMetrics());

    const [metric, ...more] = emitted();
    expect(more).toEqual([]);
    expect(metric).toMatchObject({ [name]: value, ...dimensions, service: 'Thumbforge-test' });
    expect(metric?._aws.CloudWatchMetrics).toEqual([
      {
        Namespace: 'Thumbforge',
        Metrics: [{ Name: name, Unit: METRICS[name].unit }],
        Dimensions: [[], ...METRICS[name].by].map((set) => ['service', ...set]),
      },
    ]);
  });

  it.each([
    ['succeeded', 0],
    ['content_filtered', 0],
    ['reference_invalid', 0],
    ['reference_not_found', 1],
    ['model_unavailable', 1],
    ['abandoned', 1],
  ])(
    'a generation that ended as %s contains its outcome, and %i for the failure rate',
    async (outcome, failure) => {
      const { countGeneration } = await importMetrics();

      countGeneration(outcome, 'first');

      expect(emitted()).toMatchObject([
        { Generations: 1, outcome, model: 'first' },
        { GenerationFailures: failure },
      ]);
    },
  );

  it('an image contains the time and the price of its model', async () => {
    const { recordModelImage } = await importMetrics();

    recordModelImage('first', 4_200, 0.04);

    expect(emitted()).toMatchObject([
      { ModelTime: 4_200, model: 'first' },
      { ModelSpend: 0.04, model: 'first' },
    ]);
    const dimensions = emitted().map(({ _aws }) => _aws.CloudWatchMetrics[0]?.Dimensions);
    expect(dimensions).toEqual([
      [['service'], ['service', 'model']],
      [['service'], ['service', 'model']],
    ]);
  });

  it('a suggestion contains its price', async () => {
    const { recordSuggestion } = await importMetrics();

    recordSuggestion('us.text', 0.000_3);

    expect(emitted()).toMatchObject([{ ModelSpend: 0.000_3, model: 'us.text' }]);
  });

  it('an image contains no price when the price is unknown', async () => {
    const { recordModelImage } = await importMetrics();

    recordModelImage('first', 4_200, undefined);

    expect(emitted()).toMatchObject([{ ModelTime: 4_200 }]);
  });

  it.each([
    ['handled', [0]],
    ['bad_signature', [1]],
    ['unknown', [1]],
    ['unrelated', []],
  ] as const)(
    'a Stripe event that was %s contains %j for the rate of unverified events',
    async (outcome, rate) => {
      const { countStripeEvent } = await importMetrics();

      countStripeEvent('charge.refunded', outcome);

      expect(emitted().slice(1)).toMatchObject(rate.map((UnverifiedEvents) => ({ UnverifiedEvents })));
      expect(emitted()).toHaveLength(1 + rate.length);
    },
  );

  it('a Stripe event contains its type as metadata, because a dimension must have few values', async () => {
    const { countStripeEvent } = await importMetrics();

    countStripeEvent('charge.refunded', 'failed');

    expect(emitted()).toMatchObject([{ type: 'charge.refunded', outcome: 'failed' }]);
  });

  it('a clawback contains the taken credits and the shortfall', async () => {
    const { countClawback } = await importMetrics();

    countClawback(5, 20);

    expect(emitted()).toMatchObject([{ CreditsClawedBack: 5 }, { ClawbackShortfall: 20 }]);
  });

  it('an operation never contains the dimensions of an earlier metric', async () => {
    const { countGeneration, countRefundFailure } = await importMetrics();

    countGeneration('succeeded', 'first');
    countRefundFailure();

    expect(emitted()).toHaveLength(3);
    expect(emitted()[2]).not.toHaveProperty('model');
  });
});
