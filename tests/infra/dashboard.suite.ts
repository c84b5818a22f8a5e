import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, routeKey } from '#contract/endpoints/endpoints.ts';
import { METRIC_NAMESPACE, METRICS, type MetricName } from '#contract/metrics.ts';
import { FAILURE_CODES } from '../../functions/thumbnails/table/generation-failure.ts';
import { listAlarms } from '../../infra/monitoring/alarms.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { full, prod, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

/** The name of a line that wakes nobody begins with this page. */
const RUNBOOK = 'docs/runbook.md#';

/** The last part of a metric in a graph. The dashboard omits these defaults. */
function readStyle(metric: unknown[]) {
  const style = metric.at(-1) as { period?: number; stat?: string; yAxis?: string };
  return { period: 300, stat: 'Average', yAxis: 'left', ...style };
}

/** A metric of the functions must have a set of dimensions that they write, and belong to this stack. */
function expectOwnMetric(name: string, dimensions: Map<string, unknown>): void {
  const { by } = METRICS[name as MetricName];
  const { service, ...rest } = Object.fromEntries(dimensions);
  expect(service).toBe('Thumbforge-prod');
  expect([[], ...by]).toContainEqual(Object.keys(rest));
}

describe('the dashboard', () => {
  interface Line {
    value: number;
    label: string;
    yAxis?: string;
  }
  interface Widget {
    type: string;
    properties: {
      title?: string;
      alarms?: string[];
      metrics?: unknown[][];
      annotations?: { horizontal?: Line[] };
    };
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

  /** Lists the wrong lines, each with its graph. */
  const listWrongLines = (isWrong: (line: Line, metrics: unknown[][]) => boolean) =>
    widgets.flatMap(({ properties: { title, metrics = [], annotations } }) =>
      (annotations?.horizontal ?? [])
        .filter((line) => isWrong(line, metrics))
        .map(({ value, label }) => `${title}: ${label} at ${value}`),
    );

  it('shows every alarm first', () => {
    expect(widgets[0]).toMatchObject({ type: 'alarm' });
    expect(widgets[0]?.properties.alarms).toHaveLength(
      Object.keys(prod.all('AWS::CloudWatch::Alarm')).length,
    );
  });

  it('shows every metric of the functions except metrics that another metric contains', () => {
    const shown = new Set(ownMetrics.map(([, name]) => name));

    expect(Object.keys(METRICS).filter((name) => !shown.has(name))).toEqual([
      'GenerationFailures',
      'UnverifiedEvents',
    ]);
  });

  it('shows the 5xx responses of every endpoint', () => {
    const routes = widgets
      .filter(({ properties }) => properties.title === '5xx responses by endpoint')
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

  it('shows the values that wake nobody, each with its line and its part of the runbook', () => {
    const lined = widgets.flatMap(({ properties: { title, metrics = [], annotations } }) =>
      (annotations?.horizontal ?? []).flatMap(({ value, label }) =>
        label.startsWith(RUNBOOK) ? [{ title, metrics, value, label }] : [],
      ),
    );
    // The dashboard omits its default period of five minutes.
    const quarter = { period: 900, stat: 'Sum' };
    const countAt = (route: string) => [
      [API_NAMESPACE, 'ServerErrors', 'route', route, 'service', 'Thumbforge-prod', quarter],
    ];

    expect(lined).toEqual([
      {
        title: 'Failed requests to YouTube',
        metrics: [[METRIC_NAMESPACE, 'ReferenceFailures', 'service', 'Thumbforge-prod', { stat: 'Sum' }]],
        value: 20,
        label: 'docs/runbook.md#reference-failures',
      },
      {
        title: 'Cut-outs answered with 5xx',
        metrics: countAt('POST /api/cutouts'),
        value: 5,
        label: 'docs/runbook.md#cutout-errors',
      },
      {
        title: 'Edits answered with 5xx',
        metrics: countAt('POST /api/edits'),
        value: 5,
        label: 'docs/runbook.md#edit-errors',
      },
      {
        title: 'Calls of the MCP server answered with 5xx',
        metrics: countAt('POST /mcp'),
        value: 5,
        label: 'docs/runbook.md#mcp-errors',
      },
      {
        title: 'Dead letters of the line',
        metrics: [
          [
            'AWS/SQS',
            'ApproximateNumberOfMessagesVisible',
            'QueueName',
            '${WaitingLineDeadLetters.QueueName}',
            { stat: 'Maximum' },
          ],
        ],
        value: 1,
        label: 'docs/runbook.md#dead-letters',
      },
      {
        title: 'Failed runs that delete unconfirmed users, a day',
        metrics: [
          [
            'AWS/Lambda',
            'Errors',
            'FunctionName',
            '${DeleteUnconfirmedUsersFunction}',
            { period: 86_400, stat: 'Sum' },
          ],
        ],
        value: 3,
        label: 'docs/runbook.md#unconfirmed-users',
      },
    ]);
  });

  it('has one period in each graph, so that the values of its metrics can be compared', () => {
    const mixed = widgets.filter(
      ({ properties: { metrics = [] } }) =>
        new Set(metrics.map((metric) => readStyle(metric).period)).size > 1,
    );

    expect(mixed.map(({ properties: { title } }) => title)).toEqual([]);
  });

  it('has lines only at the value that they name: of an alarm, a setting, or a part of the runbook', () => {
    const alarms = new Map(Object.entries(listAlarms(STAGES.prod)));
    const settings = new Map(Object.entries({ ...STAGES.prod, reserved: STAGES.prod.generateConcurrency }));
    const wrong = listWrongLines(({ value, label }) =>
      label.startsWith(RUNBOOK) ? false : value !== (alarms.get(label)?.threshold ?? settings.get(label)),
    );

    expect(wrong).toEqual([]);
  });

  it('draws the line of an alarm on the axis of its metric, with its period and its statistic', () => {
    const wrong = listWrongLines(({ label, yAxis = 'left' }, metrics) => {
      if (!(label in listAlarms(STAGES.prod))) return false;
      const alarm = prod.one('AWS::CloudWatch::Alarm', `Alarms${label}`).Properties;
      return !metrics.some((metric) => {
        const { period, stat, yAxis: axis } = readStyle(metric);
        return (
          metric[1] === alarm['MetricName'] &&
          period === alarm['Period'] &&
          stat === alarm['Statistic'] &&
          axis === yAxis
        );
      });
    });

    expect(wrong).toEqual([]);
  });

  it("shows the stage's models", () => {
    const text = JSON.stringify(readWidgets(full));

    expect(text).toContain('stability.next-v1:0');
    expect(text).not.toContain('stability.stable-image-core-v1:1');
  });
});
