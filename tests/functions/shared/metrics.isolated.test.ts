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

describe('the metric of', () => {
  type Module = Awaited<ReturnType<typeof importMetrics>>;

  it.each<[string, (metrics: Module) => void, MetricName, number, Record<string, string>]>([
    [
      'a generation that ended',
      ({ countGeneration }) => countGeneration('succeeded', 'first'),
      'Generations',
      1,
      { outcome: 'succeeded', model: 'first' },
    ],
    ['the time of an image', ({ recordImageTime }) => recordImageTime(4_200), 'ImageTime', 4_200, {}],
    [
      'an unavailable model',
      ({ countModelUnavailable }) => countModelUnavailable('first'),
      'ModelUnavailable',
      1,
      { model: 'first' },
    ],
    ['credits spent', ({ countCreditsSpent }) => countCreditsSpent(2), 'CreditsSpent', 2, {}],
    [
      'refunded credits',
      ({ countRefund }) => countRefund(3, 'abandoned'),
      'CreditsRefunded',
      3,
      { cause: 'abandoned' },
    ],
    [
      'a refund that could not be written',
      ({ countRefundFailure }) => countRefundFailure(),
      'RefundFailures',
      1,
      {},
    ],
    [
      'the oldest abandoned generation',
      ({ recordOldestPending }) => recordOldestPending(301.5),
      'OldestPending',
      301.5,
      {},
    ],
    ['credits bought', ({ countCreditsBought }) => countCreditsBought(25), 'CreditsBought', 25, {}],
    [
      'a payment that matches no pack',
      ({ countUnmatchedPayment }) => countUnmatchedPayment(),
      'UnmatchedPayments',
      1,
      {},
    ],
    [
      'a payment for a closed account',
      ({ countPaymentAfterClosing }) => countPaymentAfterClosing(),
      'PaymentsAfterClosing',
      1,
      {},
    ],
    [
      'an event of Stripe',
      ({ countStripeEvent }) => countStripeEvent('charge.refunded', 'handled'),
      'StripeEvents',
      1,
      { outcome: 'handled' },
    ],
    ["an operator's grant", ({ countCreditsGranted }) => countCreditsGranted(-5), 'CreditsGranted', -5, {}],
    ['accounts with audit findings', ({ countLedgerDrift }) => countLedgerDrift(0), 'LedgerDrift', 0, {}],
  ])(
    '%s is written immediately, once in total and once for each dimension set',
    async (_, count, name, value, dimensions) => {
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

  it('an image contains no price when the price is unknown', async () => {
    const { recordModelImage } = await importMetrics();

    recordModelImage('first', 4_200, undefined);

    expect(emitted()).toMatchObject([{ ModelTime: 4_200 }]);
  });

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

    expect(emitted()).toHaveLength(2);
    expect(emitted()[1]).not.toHaveProperty('model');
  });
});
