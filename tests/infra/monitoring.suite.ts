import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, routeKey } from '#contract/endpoints/endpoints.ts';
import { METRIC_NAMESPACE, METRICS, type MetricName } from '#contract/metrics.ts';
import { reportPageErrorRequest } from '#contract/page-errors.ts';
import { FAILURE_CODES } from '../../functions/thumbnails/table/generation-failure.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { Notifications } from '../../infra/monitoring/notifications.ts';
import { full, listStacks, named, prod, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

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

  // CloudFormation creates the new budget before it deletes the old one, and two budgets cannot have the same name.
  it('has another name if it notifies another topic, and the same name for another amount', () => {
    const nameBudget = (id: string, monthlyBudgetUsd: number) => {
      const stack = new Stack(undefined, 'One', { env: { region: 'us-west-2' } });
      new Notifications(stack, id, {
        settings: { alarmEmail: undefined, alarmUrl: undefined, monthlyBudgetUsd },
      });
      const budgets = Object.values(Template.fromStack(stack).findResources('AWS::Budgets::Budget'));
      return budgets
        .map(({ Properties }) => (Properties as { Budget: { BudgetName: string } }).Budget.BudgetName)
        .join();
    };
    const name = nameBudget('Notifications', 100);

    expect(nameBudget('Notifications', 200)).toBe(name);
    expect(nameBudget('Alarms', 100)).not.toBe(name);
  });
});

/** A metric of the functions must have a set of dimensions that they write, and belong to this stack. */
function expectOwnMetric(name: string, dimensions: Map<string, unknown>): void {
  const { by } = METRICS[name as MetricName];
  const { service, ...rest } = Object.fromEntries(dimensions);
  expect(service).toBe('Thumbforge-prod');
  expect([[], ...by]).toContainEqual(Object.keys(rest));
}

describe('the dashboard', () => {
  interface Widget {
    type: string;
    properties: {
      title?: string;
      alarms?: string[];
      metrics?: unknown[][];
      annotations?: { horizontal?: { value: number; label: string }[] };
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
        label.startsWith('docs/runbook.md#') ? [{ title, metrics, value, label }] : [],
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

  it("shows the stage's models", () => {
    const text = JSON.stringify(readWidgets(full));

    expect(text).toContain('stability.next-v1:0');
    expect(text).not.toContain('stability.stable-image-core-v1:1');
  });
});

/** A metric and one of its dimensions, e.g. `PageErrors code`. The values of a dimension differ from metric to metric. */
type MetricDimension = {
  [Name in MetricName]: `${Name} ${(typeof METRICS)[Name]['by'][number][number]}`;
}[MetricName];

it('docs/scale.md has the fixed costs of the template of prod at list prices', () => {
  const stacks = listStacks(prod);
  const count = (type: string) => stacks.flatMap((stack) => Object.keys(stack.all(type))).length;
  const listAll = (type: string, key: string) =>
    stacks.flatMap((stack) =>
      Object.values(stack.all(type)).map(
        ({ Properties }) => (Properties[key] ?? [1]) as { Expression?: string }[],
      ),
    );
  const acls = count('AWS::WAFv2::WebACL');
  const rules = listAll('AWS::WAFv2::WebACL', 'Rules').flat().length;
  const secrets = count('AWS::SecretsManager::Secret');
  // CloudWatch bills an alarm for each metric that it reads.
  const alarmMetrics = listAll('AWS::CloudWatch::Alarm', 'Metrics').map((metrics) =>
    Math.max(1, metrics.filter(({ Expression }) => Expression === undefined).length),
  );
  const alarms = alarmMetrics.reduce((sum, metrics) => sum + metrics, 0);
  const { models, services, promptModel } = STAGES.prod;
  const { code, page } = reportPageErrorRequest.shape;
  const allModels = models.length + services.length + (promptModel === undefined ? 0 : 1);
  const values: Record<MetricDimension, number> = {
    // Succeeded and abandoned are no failures.
    'Generations outcome': FAILURE_CODES.length + 2,
    'Generations model': allModels,
    'ModelTime model': allModels,
    'ModelUnavailable model': allModels,
    'ModelSpend model': allModels,
    'ReferenceFailures reason': 4,
    'CreditsRefunded cause': 3,
    'StripeEvents outcome': 8,
    'PageErrors page': page.options.length,
    'PageErrors code': code.options.length,
  };
  const own = Object.values(values).reduce((sum, number) => sum + number, Object.keys(METRICS).length);
  const dollars = (amount: number) => amount.toFixed(2);

  const lines = [
    `| Firewalls: ${acls} web ACLs and ${rules} rules | ${dollars(acls * 5 + rules)} |`,
    `| Custom metrics: at most ${own}, when each value of each dimension has occurred | ${dollars(own * 0.3)} |`,
    `| Request metrics of the images bucket: ${REQUEST_METRICS} | ${dollars(REQUEST_METRICS * 0.3)} |`,
    `| Alarms: ${alarmMetrics.length}, which read ${alarms} metrics | ${dollars(alarms * 0.1)} |`,
    `| Secrets: ${secrets} | ${dollars(secrets * 0.4)} |`,
  ];
  const scale = readFileSync('docs/scale.md', 'utf8').replaceAll(/ +/g, ' ');
  expect(lines.filter((line) => !scale.includes(line))).toEqual([]);
});

/**
 * Number of the request metrics that S3 counts for a bucket (Amazon S3 user guide, "Metrics and dimensions"). CloudWatch bills
 * them like custom metrics.
 */
const REQUEST_METRICS = 16;
