import { Duration, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENDPOINT_NAMES, routeKey } from '#contract/endpoints/endpoints.ts';
import type { DimensionsOf, MetricName } from '#contract/metrics.ts';
import type { WaitingLine } from '../constructs/waiting-line.ts';
import type { StageSettings } from '../stages/settings.ts';
import { linkRunbook, type WatchedFunction } from './alarm-row.ts';
import { createMetric, type WatchedResources } from './create-metric.ts';
import { PENDING_LIMIT } from './generation-alarms.ts';
import { GRAPHS } from './graphs.ts';
import { appMetric, createServerErrorCount } from './metrics.ts';
import { OUTCOME_COLORS } from './outcome-colors.ts';

interface DashboardProps extends Omit<WatchedResources, 'functions' | 'deadLetters'> {
  settings: Pick<
    StageSettings,
    | 'models'
    | 'services'
    | 'promptModel'
    | 'dailyModelSpendUsd'
    | 'generateConcurrency'
    | 'longestWaitSeconds'
  >;
  alarms: cloudwatch.Alarm[];
  functions: Record<WatchedFunction | 'generate-thumbnail', lambda.IFunction>;
  line: Pick<WaitingLine, 'queue' | 'deadLetters'>;
}

type Graph = cloudwatch.GraphWidgetProps;

const MILLISECONDS = { label: 'ms', showUnits: false, min: 0 };
const fiveMinutes = Duration.minutes(5);

/** The most graphs beside each other. */
const ROW_LENGTH = 4;

/** One page: every alarm, then a heading and rows of graphs for each section. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const sections = {
      Generations: this.#defineGenerationGraphs(props),
      'Waiting line': this.#defineLineGraphs(props),
      'Credits and payments': this.#defineCreditGraphs(props),
      Platform: this.#definePlatformGraphs(props),
      'Nobody is woken beyond these lines: see "Graphs" in docs/runbook.md': this.#defineLinedGraphs(props),
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
          ...splitRows(graphs).map((row) =>
            row.map((graph) => new cloudwatch.GraphWidget({ ...graph, width: 24 / row.length })),
          ),
        ]),
      ],
    });
  }

  /** Reads a metric of the functions in periods of this length. */
  #readMetrics(period: Duration) {
    return <Name extends MetricName>(name: Name, statistic: string, label: string, by?: DimensionsOf<Name>) =>
      appMetric(this, name, { statistic, period, label, ...(by !== undefined && { by }) });
  }

  #defineGenerationGraphs({ settings }: DashboardProps): Graph[] {
    const models = [...settings.models, ...settings.services];
    const read = this.#readMetrics(fiveMinutes);
    return [
      {
        title: 'Generations by outcome',
        stacked: true,
        left: Object.entries(OUTCOME_COLORS).map(([outcome, color]) =>
          read('Generations', 'Sum', outcome, { outcome }).with({ color }),
        ),
      },
      {
        title: 'Image generation time',
        left: [
          ...['p50', 'p95'].map((statistic) => read('ImageTime', statistic, `all models, ${statistic}`)),
          ...models.map(({ id: model, label }) => read('ModelTime', 'p95', `${label}, p95`, { model })),
        ],
        leftYAxis: MILLISECONDS,
      },
      {
        title: 'Unavailable models, and the oldest pending generation',
        left: models.map(({ id: model, label }) => read('ModelUnavailable', 'Sum', label, { model })),
        right: [read('OldestPending', 'Maximum', 'oldest pending, s')],
        rightAnnotations: [{ value: PENDING_LIMIT, label: 'PendingTooLong', color: cloudwatch.Color.RED }],
      },
    ];
  }

  /** The generations that wait for a model. */
  #defineLineGraphs({ settings: { longestWaitSeconds }, functions, line }: DashboardProps): Graph[] {
    const read = this.#readMetrics(fiveMinutes);
    const sum = { statistic: 'Sum', period: fiveMinutes };
    const maximum = { statistic: 'Maximum', period: fiveMinutes };
    const worker = functions['generate-waiting'];
    return [
      {
        title: 'Generations that joined the line, and their attempts',
        left: [
          read('WaitingGenerations', 'Sum', 'joined'),
          worker.metricInvocations({ ...sum, label: 'attempts and checks' }),
          worker.metricErrors({ ...sum, label: 'errors' }),
        ],
      },
      {
        title: 'Time in line',
        left: [
          ...['p50', 'p95', 'Maximum'].map((statistic) => read('WaitTime', statistic, `ended, ${statistic}`)),
          read('OldestWaiting', 'Maximum', 'oldest in line'),
        ],
        leftAnnotations: [
          { value: longestWaitSeconds, label: 'longestWaitSeconds', color: cloudwatch.Color.RED },
        ],
        leftYAxis: { ...MILLISECONDS, label: 's' },
      },
      {
        title: 'Messages of the line',
        left: [
          line.queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label: 'ready' }),
          line.queue.metricApproximateNumberOfMessagesNotVisible({
            ...maximum,
            label: 'delayed or in progress',
          }),
        ],
      },
    ];
  }

  #defineCreditGraphs({ settings: { dailyModelSpendUsd, promptModel } }: DashboardProps): Graph[] {
    const readHour = this.#readMetrics(Duration.hours(1));
    const readDay = this.#readMetrics(Duration.days(1));
    const suggestions = promptModel === undefined ? [] : [promptModel];
    return [
      {
        title: 'Credits per hour',
        left: [
          readHour('CreditsSpent', 'Sum', 'spent'),
          readHour('CreditsRefunded', 'Sum', 'refunded'),
          readHour('CreditsBought', 'Sum', 'purchased'),
          readHour('CreditsClawedBack', 'Sum', 'clawed back'),
          readHour('ClawbackShortfall', 'Sum', 'spent before a clawback'),
          readHour('CreditsCollected', 'Sum', 'settled by later purchases'),
          readHour('CreditsGranted', 'Sum', 'granted'),
        ],
      },
      {
        title: 'Stripe events, and counters that should be zero',
        left: ['handled', 'failed', 'unknown', 'bad_signature', 'unsigned'].map((outcome) =>
          readHour('StripeEvents', 'Sum', outcome, { outcome }),
        ),
        right: [
          readHour('UnmatchedPayments', 'Sum', 'unmatched payments'),
          readHour('PaymentsAfterClosing', 'Sum', 'payments after account deletion'),
          readHour('RefundFailures', 'Sum', 'failed refunds (retried by refund-abandoned)'),
        ],
      },
      {
        title: 'Accounts with findings of the daily audit',
        left: [readDay('LedgerDrift', 'Maximum', 'accounts with findings')],
        leftYAxis: { min: 0 },
      },
      {
        title: 'Cost of the models per day at list prices',
        left: [
          readDay('ModelSpend', 'Sum', 'US dollars'),
          ...suggestions.map(({ id: model }) => readDay('ModelSpend', 'Sum', 'of it, Improve', { model })),
        ],
        leftAnnotations: [
          { value: dailyModelSpendUsd, label: 'dailyModelSpendUsd', color: cloudwatch.Color.RED },
        ],
        leftYAxis: { min: 0 },
      },
    ];
  }

  /** The graphs of the rows in graphs.ts. */
  #defineLinedGraphs({ line: { deadLetters }, ...resources }: DashboardProps): Graph[] {
    return Object.entries(GRAPHS).map(([name, row]) => ({
      title: row.title,
      left: [createMetric(this, row, { ...resources, deadLetters })],
      leftAnnotations: [{ value: row.threshold, label: linkRunbook(name), color: cloudwatch.Color.RED }],
      leftYAxis: { min: 0 },
    }));
  }

  #definePlatformGraphs({ apiStage, functions, settings: { generateConcurrency } }: DashboardProps): Graph[] {
    const generateThumbnail = functions['generate-thumbnail'];
    const period = fiveMinutes;
    return [
      {
        title: 'Requests, errors, and errors that browsers reported',
        left: [
          apiStage.metricCount({ period, label: 'requests' }),
          apiStage.metricClientError({ period, statistic: 'Sum', label: '4xx' }),
          apiStage.metricServerError({ period, statistic: 'Sum', label: '5xx' }),
        ],
        right: [this.#readMetrics(period)('PageErrors', 'Sum', 'errors of pages')],
      },
      {
        title: '5xx responses by endpoint',
        left: ENDPOINT_NAMES.map((endpoint) =>
          createServerErrorCount(this, endpoint, period).with({ label: routeKey(endpoint) }),
        ),
      },
      {
        title: 'API latency',
        left: ['p50', 'p95'].map((statistic) =>
          apiStage.metricLatency({ period, statistic, label: statistic }),
        ),
        leftYAxis: MILLISECONDS,
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
}

function splitRows(graphs: readonly Graph[]): Graph[][] {
  const count = Math.ceil(graphs.length / ROW_LENGTH);
  return Array.from({ length: count }, (_, row) => graphs.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH));
}
