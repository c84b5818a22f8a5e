import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { METRIC_NAMESPACE, METRICS, type MetricName } from '../../contract/metrics.ts';
import { FAILURE_CODES } from '../../functions/thumbnails/generation-failure.ts';
import { dev, full, named, prod, render, type Cloud } from './support/cloud.ts';

interface Metric {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}
interface Query {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: Metric; Stat: string };
}

interface AlarmProperties extends Partial<Metric> {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  Threshold: number;
  Statistic?: string;
  Metrics?: Query[];
}

const readAlarms = (cloud: Cloud) =>
  Object.fromEntries(
    Object.entries(cloud.all('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
      id.replace(/^Alarms/, ''),
      Properties as unknown as AlarmProperties,
    ]),
  );
const alarms = Object.entries(readAlarms(prod));

/** Every metric that an alarm uses. */
function listMetrics({ Metrics = [], Namespace = '', MetricName = '', Dimensions = [] }: AlarmProperties) {
  if (Metrics.length === 0) return [{ Namespace, MetricName, Dimensions }];
  return Metrics.flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric]));
}

/** A metric of the functions must have a set of dimensions that they write, and belong to this stack. */
function expectOwnMetric(name: string, dimensions: Map<string, unknown>): void {
  const { by } = METRICS[name as MetricName];
  const { service, ...rest } = Object.fromEntries(dimensions);
  expect(service).toBe('Thumbforge-prod');
  expect([[], ...by]).toContainEqual(Object.keys(rest));
}

describe('an alarm', () => {
  it.each(alarms)('notifies the topic when it starts and ends: %s', (name, alarm) => {
    expect(alarm.AlarmName).toBe(`Thumbforge-prod ${name}`);
    expect(alarm.AlarmActions.map(render)).toEqual(['${NotificationsTopic}']);
    expect(alarm.OKActions.map(render)).toEqual(['${NotificationsTopic}']);
    // CloudWatch's maximum.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
  });

  it.each(alarms)('uses existing metrics, and only those of this stack: %s', (_, alarm) => {
    for (const { Namespace, MetricName, Dimensions = [] } of listMetrics(alarm)) {
      if (Namespace === METRIC_NAMESPACE) {
        expectOwnMetric(MetricName, new Map(Dimensions.map(({ Name, Value }) => [Name, Value])));
      } else {
        expect(['AWS/Lambda', 'AWS/ApiGateway', 'AWS/SQS']).toContain(Namespace);
      }
    }
  });

  it('exists in every stage, so that dev tests the alarms of prod', () => {
    expect(Object.keys(readAlarms(dev))).toEqual(alarms.map(([name]) => name));
  });

  it('for webhook failures counts no call that anyone can make, and another one finds wrong keys', () => {
    const listOutcomes = (name: string) =>
      listMetrics(readAlarms(prod)[name] ?? ({} as AlarmProperties)).flatMap(({ Dimensions = [] }) =>
        Dimensions.flatMap(({ Name, Value }) => (Name === 'outcome' ? [Value] : [])),
      );
    expect(listOutcomes('WebhookFailures')).toEqual(['failed']);
    expect(listMetrics(readAlarms(prod)['StripeKeys'] ?? ({} as AlarmProperties))).toMatchObject([
      { MetricName: 'UnverifiedEvents' },
      { MetricName: 'UnverifiedEvents' },
    ]);
  });

  it("on the models' cost has the threshold of the stage", () => {
    expect([prod, dev, full].map((cloud) => readAlarms(cloud)['ModelSpend']?.Threshold)).toEqual([
      25, 5, 12.5,
    ]);
  });
});

/** What a metric's statistic is over the samples of one period; undefined without a sample, as before the first one ever. */
function readStatistic(statistic: string, samples: readonly number[]): number | undefined {
  if (samples.length === 0) return undefined;
  const sum = samples.reduce((total, sample) => total + sample, 0);
  const statistics: Record<string, number> = {
    Sum: sum,
    SampleCount: samples.length,
    Average: sum / samples.length,
    Maximum: Math.max(...samples),
  };
  return statistics[statistic];
}

/**
 * The value of an alarm in one period; undefined for no data point. CloudWatch documents that arithmetic treats a missing
 * value as 0 and that FILL fills missing values, but neither for a metric that has no data point at all
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html). So the worst case counts here: an
 * expression with such a metric has no data point, which an alarm treats as not breaching.
 */
function evaluate(name: string, samples: Record<string, readonly number[]>): number | undefined {
  const alarm = readAlarms(prod)[name];
  if (alarm === undefined) throw new Error(`There is no alarm ${name}.`);
  const read = (metric: Metric, statistic: string) => {
    const values = (metric.Dimensions ?? []).map(({ Value }) =>
      typeof Value === 'string' ? Value : render(Value),
    );
    const key = [metric.MetricName, ...values.filter((value) => value !== 'Thumbforge-prod')].join(' ');
    return readStatistic(statistic, samples[key] ?? []);
  };
  if (alarm.Metrics === undefined) {
    const { Namespace = '', MetricName = '', Dimensions = [], Statistic = '' } = alarm;
    return read({ Namespace, MetricName, Dimensions }, Statistic);
  }
  const values = alarm.Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat === undefined ? [] : [[Id, read(MetricStat.Metric, MetricStat.Stat)] as const],
  );
  if (values.some(([, value]) => value === undefined)) return undefined;
  const [expression = ''] = alarm.Metrics.flatMap(({ Expression }) => Expression ?? []);
  const context = {
    ...Object.fromEntries(values),
    FILL: (value: number) => value,
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
  };
  return z.number().parse(runInNewContext(expression, context));
}

describe('an alarm on a stage where the other outcomes never happened', () => {
  const repeat = (count: number, value: number) => Array.from({ length: count }, () => value);
  const API = { 'Count ${ApiHttpApi} $default': repeat(20, 1) };

  it.each<[string, string, Record<string, readonly number[]>, boolean]>([
    ['RefundRate', 'every generation failed', { GenerationFailures: repeat(10, 1) }, true],
    ['RefundRate', 'one of five failed', { GenerationFailures: [...repeat(8, 0), 1, 1] }, true],
    ['RefundRate', 'one of ten failed', { GenerationFailures: [...repeat(9, 0), 1] }, false],
    ['RefundRate', 'all of only nine failed', { GenerationFailures: repeat(9, 1) }, false],
    ['WebhookFailures', 'three events failed', { 'StripeEvents failed': [1, 1, 1] }, true],
    ['StripeKeys', 'three signatures were wrong', { UnverifiedEvents: [1, 1, 1] }, true],
    ['StripeKeys', 'an event was handled', { UnverifiedEvents: [1, 1, 1, 0] }, false],
    ['WebhookCrashes', 'every event crashed', { 'Errors ${StripeWebhookFunction}': [1, 1, 1] }, true],
    ['LedgerDrift', 'an account drifts', { LedgerDrift: [1] }, true],
    ['OldestWaiting', 'a generation has waited for seven minutes', { OldestWaiting: [0, 420] }, true],
    ['OldestWaiting', 'a generation is about to be ended', { OldestWaiting: [310] }, false],
    ['WaitingErrors', 'every attempt crashed', { 'Errors ${GenerateWaitingFunction}': repeat(5, 1) }, true],
    ['AuditFailures', 'every audit crashed', { 'Errors ${AuditCreditsFunction}': [1] }, true],
    [
      'ScheduledFailures',
      'every refund run failed',
      {
        'Errors ${RefundAbandonedFunction}': repeat(6, 1),
        'Errors ${FinishClosingsFunction}': repeat(6, 0),
        'Errors ${DeleteExpiredReferencesFunction}': repeat(6, 0),
      },
      true,
    ],
    ['ServerErrors', 'every request failed', { ...API, '5xx ${ApiHttpApi} $default': repeat(20, 1) }, true],
    ['ServerErrors', 'no request failed', API, false],
  ])('is correct: %s when %s', (name, _, samples, isActive) => {
    const value = evaluate(name, samples);

    expect(value !== undefined && value >= Number(readAlarms(prod)[name]?.Threshold)).toBe(isActive);
  });
});

describe('the runbook', () => {
  it('has a section for each alarm and the budget, with the name in their messages, and no other section', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
    );
    const anchors = alarms.map(
      ([, { AlarmDescription }]) => /docs\/runbook\.md#([a-z-]+)$/.exec(AlarmDescription)?.[1],
    );

    expect(headings.toSorted()).toEqual([...anchors, 'monthly-budget'].toSorted());
  });
});

describe('the notifications', () => {
  it('are sent to alarmEmail', () => {
    const subscriptions = Object.values(full.all('AWS::SNS::Subscription'));

    expect(subscriptions).toMatchObject([
      { Properties: { Protocol: 'email', Endpoint: 'operator@example.com' } },
    ]);
    expect(dev.all('AWS::SNS::Subscription')).toEqual({});
  });

  it('of the monthly budget are sent to the topic, for the amount of the stage', () => {
    const budgets = [prod, dev, full].map(
      (cloud) =>
        cloud.one('AWS::Budgets::Budget', 'NotificationsMonthly').Properties as {
          Budget: { BudgetLimit: { Amount: number } };
          NotificationsWithSubscribers: { Subscribers: { Address: unknown }[] }[];
        },
    );

    expect(budgets.map(({ Budget }) => Budget.BudgetLimit.Amount)).toEqual([750, 100, 300]);
    for (const { Subscribers } of budgets.flatMap((budget) => budget.NotificationsWithSubscribers)) {
      expect(Subscribers.map(({ Address }) => render(Address))).toEqual(['${NotificationsTopic}']);
    }
  });

  it('of the monthly budget name the section of the runbook, without anything that AWS may take for a URL', () => {
    const { BudgetName } = prod.one('AWS::Budgets::Budget', 'NotificationsMonthly').Properties['Budget'] as {
      BudgetName: string;
    };

    expect(BudgetName).toMatch(/^[\w -]+ monthly budget$/);
  });

  it('have no budget if the stage sets monthlyBudgetUsd to 0', () => {
    expect(named.all('AWS::Budgets::Budget')).toEqual({});
  });
});

describe('the dashboard', () => {
  interface Widget {
    type: string;
    properties: { alarms?: string[]; metrics?: unknown[][] };
  }
  const readWidgets = (cloud: Cloud) => {
    const { DashboardBody } = cloud.one('AWS::CloudWatch::Dashboard', 'DashboardPage').Properties;
    return (JSON.parse(render(DashboardBody)) as { widgets: Widget[] }).widgets;
  };
  const widgets = readWidgets(prod);
  /** Namespace, name, then names and values of the dimensions. */
  const ownMetrics = widgets
    .flatMap(({ properties }) => properties.metrics ?? [])
    .map((metric) => metric.slice(0, -1) as string[])
    .filter(([namespace]) => namespace === METRIC_NAMESPACE);

  it('shows every alarm first', () => {
    expect(widgets[0]).toMatchObject({ type: 'alarm' });
    expect(widgets[0]?.properties.alarms).toHaveLength(alarms.length);
  });

  it('shows every metric of the functions except those that another one contains', () => {
    const shown = new Set(ownMetrics.map(([, name]) => name));

    expect(Object.keys(METRICS).filter((name) => !shown.has(name))).toEqual([
      'GenerationFailures',
      'UnverifiedEvents',
    ]);
  });

  it('shows every outcome of a generation', () => {
    const outcomes = ownMetrics.flatMap(([, name, ...dimensions]) =>
      name === 'Generations' ? (dimensions[dimensions.indexOf('outcome') + 1] ?? []) : [],
    );

    expect(outcomes.toSorted()).toEqual(['succeeded', 'abandoned', ...FAILURE_CODES].toSorted());
  });

  it('shows only metrics of this stack, with dimensions that the functions write', () => {
    for (const [, name = '', ...pairs] of ownMetrics) {
      const dimensions = pairs.flatMap((key, index) =>
        index % 2 === 0 ? [[key, pairs[index + 1]] as const] : [],
      );
      expectOwnMetric(name, new Map(dimensions));
    }
  });

  it("shows the stage's models", () => {
    const text = JSON.stringify(readWidgets(full));

    expect(text).toContain('stability.next-v1:0');
    expect(text).not.toContain('stability.stable-image-core-v1:1');
  });
});
