import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

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
  vi.resetModules();
  return import('../../../functions/telemetry/metrics.ts');
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

  it.each<[string, (metrics: Module) => void, string, string, Record<string, unknown>]>([
    [
      'a generation that ended',
      ({ countGeneration }) => countGeneration('succeeded', 'first'),
      'Generations',
      'Count',
      { Generations: 1, outcome: 'succeeded', model: 'first' },
    ],
    [
      'the time of painting',
      ({ recordPaintTime }) => recordPaintTime(4_200, 'first'),
      'PaintTime',
      'Milliseconds',
      { PaintTime: 4_200, model: 'first' },
    ],
    [
      'a model that could not serve',
      ({ countModelUnavailable }) => countModelUnavailable('first'),
      'ModelUnavailable',
      'Count',
      { ModelUnavailable: 1, model: 'first' },
    ],
    [
      'credits given back',
      ({ countRefund }) => countRefund(3, 'abandoned'),
      'CreditsRefunded',
      'Count',
      { CreditsRefunded: 3, cause: 'abandoned' },
    ],
    [
      'a refund that could not be written',
      ({ countRefundFailure }) => countRefundFailure(),
      'RefundFailures',
      'Count',
      { RefundFailures: 1 },
    ],
    [
      'credits that were bought',
      ({ countCreditsBought }) => countCreditsBought(25),
      'CreditsBought',
      'Count',
      { CreditsBought: 25 },
    ],
    [
      'a payment that matches no pack',
      ({ countUnmatchedPayment }) => countUnmatchedPayment(),
      'UnmatchedPayments',
      'Count',
      { UnmatchedPayments: 1 },
    ],
    [
      'an event of Stripe',
      ({ countStripeEvent }) => countStripeEvent('charge.refunded', 'handled'),
      'StripeEvents',
      'Count',
      { StripeEvents: 1, type: 'charge.refunded', outcome: 'handled' },
    ],
  ])('is written at once, with its dimensions: %s', async (_, count, name, unit, values) => {
    count(await metricsOn());

    const [metric, ...more] = emitted();
    expect(more).toEqual([]);
    expect(metric).toMatchObject({ ...values, service: 'thumbforge' });
    expect(metric?._aws.CloudWatchMetrics).toMatchObject([
      { Namespace: 'Thumbforge', Metrics: [{ Name: name, Unit: unit }] },
    ]);
    const dimensions = Object.keys(values).filter((key) => key !== name);
    expect(metric?._aws.CloudWatchMetrics[0]?.Dimensions.flat().sort()).toEqual(
      ['service', ...dimensions].sort(),
    );
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
