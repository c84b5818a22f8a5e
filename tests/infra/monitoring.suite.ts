import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METRIC_NAMESPACE, METRICS, type MetricName } from '../../contract/metrics.ts';
import { dev, full, prod, render, type Cloud } from './support/cloud.ts';

interface Metric {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}
interface AlarmProperties extends Partial<Metric> {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  Threshold: number;
  Metrics?: { MetricStat?: { Metric: Metric } }[];
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
        expect(['AWS/Lambda', 'AWS/ApiGateway']).toContain(Namespace);
      }
    }
  });

  it('exists in every stage, so that dev tests the alarms of prod', () => {
    expect(Object.keys(readAlarms(dev))).toEqual(alarms.map(([name]) => name));
  });

  it("on the models' cost has the threshold of the stage", () => {
    expect([prod, dev, full].map((cloud) => readAlarms(cloud)['ModelSpend']?.Threshold)).toEqual([
      25, 5, 12.5,
    ]);
  });
});

describe('the runbook', () => {
  it('has a section for each alarm and the budget, with the name in their messages, and no other section', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
    );
    const { BudgetName } = prod.one('AWS::Budgets::Budget', 'NotificationsMonthly').Properties['Budget'] as {
      BudgetName: string;
    };
    const messages = [...alarms.map(([, { AlarmDescription }]) => AlarmDescription), BudgetName];

    expect(headings.toSorted()).toEqual(
      messages.map((text) => /docs\/runbook\.md#([a-z-]+)$/.exec(text)?.[1]).toSorted(),
    );
  });
});

describe('the notifications', () => {
  it('are sent to alarmEmail', () => {
    const subscriptions = Object.values(full.all('AWS::SNS::Subscription'));

    expect(subscriptions).toMatchObject([
      { Properties: { Protocol: 'email', Endpoint: 'operator@example.com' } },
    ]);
    expect(prod.all('AWS::SNS::Subscription')).toEqual({});
  });

  it('without alarmEmail cause a warning if the stage keeps its data', () => {
    const warning =
      'No one receives alarms. Set alarmEmail in the settings of this stage before creators use it.';

    expect([prod, dev, full].map(({ warnings }) => warnings.includes(warning))).toEqual([true, false, false]);
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

  it('shows every metric of the functions except the shortfall of clawbacks', () => {
    const shown = new Set(ownMetrics.map(([, name]) => name));

    expect(Object.keys(METRICS).filter((name) => !shown.has(name))).toEqual(['ClawbackShortfall']);
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
