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

/** The module as it is on Lambda, where metrics are on. */
async function metricsOn() {
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

describe('a metric', () => {
  type Module = Awaited<ReturnType<typeof metricsOn>>;

  it.each<[string, (metrics: Module) => void, MetricName, number, Record<string, string>]>([
    [
      'a generation that ended',
      ({ countGeneration }) => countGeneration('succeeded', 'first'),
      'Generations',
      1,
      { outcome: 'succeeded', model: 'first' },
    ],
    ['the time of painting', ({ recordImageTime }) => recordImageTime(4_200), 'ImageTime', 4_200, {}],
    [
      'a model that could not serve',
      ({ countModelUnavailable }) => countModelUnavailable('first'),
      'ModelUnavailable',
      1,
      { model: 'first' },
    ],
    ['credits spent', ({ countCreditsSpent }) => countCreditsSpent(2), 'CreditsSpent', 2, {}],
    [
      'credits given back',
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
      'the oldest generation that was cut off',
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
      'a payment after the end of the account',
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
    ['accounts that do not add up', ({ countLedgerDrift }) => countLedgerDrift(0), 'LedgerDrift', 0, {}],
  ])('is written at once, alone and by its dimensions: %s', async (_, count, name, value, dimensions) => {
    count(await metricsOn());

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

  it("tells of a picture: its model's time and its price", async () => {
    const { recordModelImage } = await metricsOn();

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

  it('says nothing of a price that is not known', async () => {
    const { recordModelImage } = await metricsOn();

    recordModelImage('first', 4_200, undefined);

    expect(emitted()).toMatchObject([{ ModelTime: 4_200 }]);
  });

  it("notes the type of Stripe's event beside the metric: there are too many for a dimension", async () => {
    const { countStripeEvent } = await metricsOn();

    countStripeEvent('charge.refunded', 'failed');

    expect(emitted()).toMatchObject([{ type: 'charge.refunded', outcome: 'failed' }]);
  });

  it('tells of credits taken back, and apart from them of those that were spent already', async () => {
    const { countClawback } = await metricsOn();

    countClawback(5, 20);

    expect(emitted()).toMatchObject([{ CreditsClawedBack: 5 }, { ClawbackShortfall: 20 }]);
  });

  it('never carries the dimensions of another', async () => {
    const { countGeneration, countRefundFailure } = await metricsOn();

    countGeneration('succeeded', 'first');
    countRefundFailure();

    expect(emitted()).toHaveLength(2);
    expect(emitted()[1]).not.toHaveProperty('model');
  });
});
