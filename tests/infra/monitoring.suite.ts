import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, routeKey } from '../../contract/endpoints.ts';
import { METRIC_NAMESPACE, METRICS } from '../../contract/metrics.ts';
import { FAILURE_CODES } from '../../functions/shared/generation-failure.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { full, named, prod, render, type Cloud } from './support/cloud.ts';
import { expectOwnMetric } from './support/alarms.ts';

describe('the monthly budget', () => {
  it('is not created if the stage sets monthlyBudgetUsd to 0', () => {
    expect(named.all('AWS::Budgets::Budget')).toEqual({});
  });

  it('names the section of the runbook, without anything that AWS may take for a URL', () => {
    const { BudgetName } = prod.one('AWS::Budgets::Budget', 'NotificationsMonthly').Properties['Budget'] as {
      BudgetName: string;
    };

    expect(BudgetName).toMatch(/^[\w -]+ monthly budget$/);
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
    expect(widgets[0]?.properties.alarms).toHaveLength(
      Object.keys(prod.all('AWS::CloudWatch::Alarm')).length,
    );
  });

  it('shows every metric of the functions except those that another one contains', () => {
    const shown = new Set(ownMetrics.map(([, name]) => name));

    expect(Object.keys(METRICS).filter((name) => !shown.has(name))).toEqual([
      'GenerationFailures',
      'UnverifiedEvents',
    ]);
  });

  it('shows the 5xx responses of every endpoint', () => {
    const routes = widgets
      .flatMap(({ properties }) => properties.metrics ?? [])
      .flatMap(([namespace, , ...dimensions]) =>
        namespace === API_NAMESPACE ? [dimensions.slice(0, 4)] : [],
      );

    expect(routes).toEqual(
      ENDPOINT_NAMES.map((name) => ['route', routeKey(name), 'service', 'Thumbforge-prod']),
    );
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
