import { Duration, Stack } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENDPOINT_NAMES, routeKey } from '../../contract/endpoints.ts';
import type { MetricName } from '../../contract/metrics.ts';
import type { StageSettings } from '../stages/settings.ts';
import { PENDING_LIMIT } from './generation-alarms.ts';
import { defineLineGraphs, type LineGraphsProps } from './line-graphs.ts';
import { appMetric } from './metrics.ts';
import { createServerErrorCount } from './server-errors.ts';

interface DashboardProps extends LineGraphsProps {
  settings: LineGraphsProps['settings'] &
    Pick<
      StageSettings,
      'models' | 'referenceModels' | 'promptModel' | 'dailyModelSpendUsd' | 'generateConcurrency'
    >;
  alarms: cloudwatch.Alarm[];
  apiStage: apigateway.IHttpStage;
  functions: Record<'generate-thumbnail' | 'generate-waiting', lambda.IFunction>;
}

/** Every outcome of a generation with its colour. */
const OUTCOMES = {
  succeeded: cloudwatch.Color.GREEN,
  content_filtered: cloudwatch.Color.GREY,
  edit_not_possible: cloudwatch.Color.PINK,
  reference_not_found: '#c5b0d5',
  reference_invalid: '#c49c94',
  reference_unavailable: '#dbdb8d',
  model_unavailable: cloudwatch.Color.ORANGE,
  generation_timeout: cloudwatch.Color.BROWN,
  generation_canceled: '#c7c7c7',
  account_suspended: '#f7b6d2',
  internal: cloudwatch.Color.RED,
  abandoned: cloudwatch.Color.PURPLE,
};

/** One page: every alarm, then a heading and a row of graphs for each section. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const sections = {
      Generations: defineGenerationGraphs(this, props),
      'Waiting line': defineLineGraphs(this, props),
      'Credits and payments': defineCreditGraphs(this, props),
      Platform: definePlatformGraphs(this, props),
    };
    const { stackName, region } = Stack.of(this);
    new cloudwatch.Dashboard(this, 'Page', {
      // CloudWatch's dashboards belong to the account, not to a region.
      dashboardName: `${stackName}-${region}`,
      defaultInterval: Duration.hours(12),
      widgets: [
        [
          new cloudwatch.AlarmStatusWidget({
            title: 'Alarms: see docs/runbook.md',
            alarms: props.alarms,
            width: 24,
            height: 4,
          }),
        ],
        ...Object.entries(sections).flatMap(([title, graphs]) => [
          [
            new cloudwatch.TextWidget({
              markdown: `## ${title}`,
              width: 24,
              height: 1,
              background: cloudwatch.TextWidgetBackground.TRANSPARENT,
            }),
          ],
          graphs.map((graph) => new cloudwatch.GraphWidget({ ...graph, width: 24 / graphs.length })),
        ]),
      ],
    });
  }
}

function defineGenerationGraphs(
  scope: Construct,
  { settings }: DashboardProps,
): cloudwatch.GraphWidgetProps[] {
  const models = [...settings.models, ...settings.referenceModels];
  const period = Duration.minutes(5);
  return [
    {
      title: 'Generations by outcome',
      stacked: true,
      left: Object.entries(OUTCOMES).map(([outcome, color]) =>
        appMetric(scope, 'Generations', { by: { outcome }, statistic: 'Sum', period, label: outcome }).with({
          color,
        }),
      ),
    },
    {
      title: 'Image generation time',
      left: [
        ...['p50', 'p95'].map((statistic) =>
          appMetric(scope, 'ImageTime', { statistic, period, label: `all models, ${statistic}` }),
        ),
        ...models.map(({ id: model, label }) =>
          appMetric(scope, 'ModelTime', { by: { model }, statistic: 'p95', period, label: `${label}, p95` }),
        ),
      ],
      leftYAxis: { label: 'ms', showUnits: false, min: 0 },
    },
    {
      title: 'Unavailable models, failed requests to YouTube, and the oldest pending generation',
      left: [
        ...models.map(({ id: model, label }) =>
          appMetric(scope, 'ModelUnavailable', { by: { model }, statistic: 'Sum', period, label }),
        ),
        appMetric(scope, 'ReferenceFailures', { statistic: 'Sum', period, label: 'YouTube' }),
      ],
      right: [
        appMetric(scope, 'OldestPending', { statistic: 'Maximum', period, label: 'oldest pending, s' }),
      ],
      rightAnnotations: [{ value: PENDING_LIMIT, label: 'PendingTooLong', color: cloudwatch.Color.RED }],
    },
  ];
}

function defineCreditGraphs(
  scope: Construct,
  { settings: { dailyModelSpendUsd, promptModel } }: DashboardProps,
): cloudwatch.GraphWidgetProps[] {
  const period = Duration.hours(1);
  const day = Duration.days(1);
  const suggestions = promptModel === undefined ? [] : [promptModel];
  const sum = (name: MetricName, label: string) =>
    appMetric(scope, name, { statistic: 'Sum', period, label });
  const countEvents = (outcome: string) =>
    appMetric(scope, 'StripeEvents', { by: { outcome }, statistic: 'Sum', period, label: outcome });
  return [
    {
      title: 'Credits per hour',
      left: [
        sum('CreditsSpent', 'spent'),
        sum('CreditsRefunded', 'refunded'),
        sum('CreditsBought', 'purchased'),
        sum('CreditsClawedBack', 'clawed back'),
        sum('ClawbackShortfall', 'spent before a clawback'),
        sum('CreditsCollected', 'settled by later purchases'),
        sum('CreditsGranted', 'granted'),
      ],
    },
    {
      title: 'Stripe events, and counters that should be zero',
      left: ['handled', 'failed', 'unknown', 'bad_signature', 'unsigned'].map(countEvents),
      right: [
        sum('UnmatchedPayments', 'unmatched payments'),
        sum('PaymentsAfterClosing', 'payments after account deletion'),
        sum('RefundFailures', 'failed refunds (retried by refund-abandoned)'),
        appMetric(scope, 'LedgerDrift', {
          statistic: 'Maximum',
          period: day,
          label: 'accounts with findings',
        }),
      ],
    },
    {
      title: 'Cost of the models per day at list prices',
      left: [
        appMetric(scope, 'ModelSpend', { statistic: 'Sum', period: day, label: 'US dollars' }),
        ...suggestions.map(({ id: model }) =>
          appMetric(scope, 'ModelSpend', {
            by: { model },
            statistic: 'Sum',
            period: day,
            label: 'of it, Improve',
          }),
        ),
      ],
      leftAnnotations: [
        { value: dailyModelSpendUsd, label: 'dailyModelSpendUsd', color: cloudwatch.Color.RED },
      ],
      leftYAxis: { min: 0 },
    },
  ];
}

function definePlatformGraphs(
  scope: Construct,
  {
    apiStage,
    functions: { 'generate-thumbnail': generateThumbnail },
    settings: { generateConcurrency },
  }: DashboardProps,
): cloudwatch.GraphWidgetProps[] {
  const period = Duration.minutes(5);
  return [
    {
      title: 'Requests and errors',
      left: [
        apiStage.metricCount({ period, label: 'requests' }),
        apiStage.metricClientError({ period, statistic: 'Sum', label: '4xx' }),
        apiStage.metricServerError({ period, statistic: 'Sum', label: '5xx' }),
      ],
    },
    {
      title: '5xx responses by endpoint',
      left: ENDPOINT_NAMES.map((endpoint) =>
        createServerErrorCount(scope, endpoint, period).with({ label: routeKey(endpoint) }),
      ),
    },
    {
      title: 'API latency',
      left: ['p50', 'p95'].map((statistic) =>
        apiStage.metricLatency({ period, statistic, label: statistic }),
      ),
      leftYAxis: { label: 'ms', showUnits: false, min: 0 },
    },
    {
      title: 'Concurrent generations',
      left: [
        generateThumbnail.metric('ConcurrentExecutions', {
          period,
          statistic: 'Maximum',
          label: 'concurrent',
        }),
        generateThumbnail.metricThrottles({ period, statistic: 'Sum', label: 'throttled' }),
      ],
      leftAnnotations:
        generateConcurrency > 0
          ? [{ value: generateConcurrency, label: 'reserved', color: cloudwatch.Color.GREY }]
          : [],
    },
  ];
}
