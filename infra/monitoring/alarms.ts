import { Duration, Stack } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import { appMetric } from './app-metric.ts';

interface AlarmsProps {
  settings: Pick<StageSettings, 'dailyModelSpendUsd'>;
  apiStage: apigateway.IHttpStage;
  functions: Record<
    'refund-abandoned' | 'finish-closings' | 'stripe-webhook' | 'audit-credits',
    lambda.IFunction
  >;
  topic: sns.ITopic;
}

/** In seconds. */
export const PENDING_LIMIT = 600;

/** A row of the alarm table. */
interface AlarmDefinition {
  metric: IMetric;
  threshold: number;
  /** What happened, and the reason for the threshold. */
  description: string;
  /** @default at or above the threshold */
  comparison?: ComparisonOperator;
  /** Number of consecutive periods beyond the threshold. @default 1 */
  periods?: number;
  /** @default missing data does not trigger the alarm */
  missingData?: TreatMissingData;
}

/**
 * Every alarm of a stage by its name. `docs/runbook.md` needs a section with the same name in words: "Refund rate" for
 * `RefundRate`.
 */
function defineAlarms(
  scope: Construct,
  { settings: { dailyModelSpendUsd }, apiStage, functions }: AlarmsProps,
): Record<string, AlarmDefinition> {
  const fiveMinutes = Duration.minutes(5);
  const day = Duration.days(1);
  return {
    RefundRate: {
      metric: createRefundRate(scope),
      threshold: 20,
      description:
        'Of ten or more generations in 15 minutes, at least 20 % failed and were refunded. Prompts that the content filter rejected count as generations, but not as failures.',
    },
    ModelsUnavailable: {
      metric: appMetric(scope, 'Generations', {
        by: { outcome: 'model_unavailable' },
        statistic: 'Sum',
        period: fiveMinutes,
      }),
      threshold: 5,
      periods: 2,
      description:
        'Five or more generations found no available model, in each of two periods of five minutes. Model quotas are per minute, so a short burst recovers earlier.',
    },
    PendingTooLong: {
      metric: appMetric(scope, 'OldestPending', { statistic: 'Maximum', period: fiveMinutes }),
      threshold: PENDING_LIMIT,
      comparison: ComparisonOperator.GREATER_THAN_THRESHOLD,
      description:
        'A generation has been pending for more than ten minutes. refund-abandoned runs every five minutes and refunds what is older than two, so at least two runs failed to end it.',
    },
    SweepSilent: {
      metric: appMetric(scope, 'OldestPending', { statistic: 'SampleCount', period: Duration.minutes(15) }),
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      missingData: TreatMissingData.BREACHING,
      description:
        'refund-abandoned, which refunds interrupted generations, has not completed a run for 15 minutes. That is three runs.',
    },
    ScheduledFailures: {
      metric: createErrorCount(
        { refunds: functions['refund-abandoned'], deletions: functions['finish-closings'] },
        Duration.minutes(30),
      ),
      threshold: 6,
      description:
        'The functions that run every five minutes (refunds of interrupted generations, account deletions) failed six times in 30 minutes. Each run is tried three times, so at least two runs failed.',
    },
    WebhookFailures: {
      metric: createWebhookFailures(scope, functions['stripe-webhook']),
      threshold: 3,
      description:
        'Three or more Stripe events failed or had an invalid signature in 15 minutes: purchased credits are late. Stripe repeats events for three days, so a single failure recovers.',
    },
    UnmatchedPayments: {
      metric: appMetric(scope, 'UnmatchedPayments', { statistic: 'Sum', period: fiveMinutes }),
      threshold: 1,
      description:
        'A payment matches no pack and added no credits. Each one is a creator who paid and waits.',
    },
    PaymentsAfterClosing: {
      metric: appMetric(scope, 'PaymentsAfterClosing', { statistic: 'Sum', period: fiveMinutes }),
      threshold: 1,
      description: 'A payment arrived for an account that was deleted meanwhile. Each one must be refunded.',
    },
    LedgerDrift: {
      metric: new MathExpression({
        expression: 'FILL(drifting, 0) + FILL(failed, 0)',
        usingMetrics: {
          drifting: appMetric(scope, 'LedgerDrift', { statistic: 'Maximum', period: day }),
          failed: functions['audit-credits'].metricErrors({ statistic: 'Sum', period: day }),
        },
        label: 'accounts with findings, and failed audits',
        period: day,
      }),
      threshold: 1,
      description:
        'In the last day the audit failed, or found an account whose balance, ledger and generations do not match. The correct number is always zero.',
    },
    ModelSpend: {
      metric: appMetric(scope, 'ModelSpend', { statistic: 'Sum', period: day }),
      threshold: dailyModelSpendUsd,
      description: `The models cost ${dailyModelSpendUsd} US dollars (dailyModelSpendUsd) or more in 24 hours at list prices. Either sales increased, or someone generates without paying.`,
    },
    ServerErrors: {
      metric: createServerErrorRate(apiStage),
      threshold: 5,
      periods: 2,
      description:
        'At least 5 % of the requests, and at least five, were answered with 5xx in each of two periods of five minutes. 503 responses for unavailable models count; see ModelsUnavailable.',
    },
    Throttles: {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: fiveMinutes,
      }),
      threshold: 10,
      description:
        'Lambda throttled ten or more invocations in five minutes, in the whole account and region: all functions share the concurrency of the account.',
    },
  };
}

/** The alarms of a stage. The description of each names its section of docs/runbook.md. */
export class Alarms extends Construct {
  readonly alarms: Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(props.topic);
    this.alarms = Object.entries(defineAlarms(this, props)).map(([name, definition]) => {
      const { metric, threshold, description, comparison, periods = 1, missingData } = definition;
      const alarm = new Alarm(this, name, {
        // The subject of the e-mail.
        alarmName: `${Stack.of(this).stackName} ${name}`,
        alarmDescription: `${description} docs/runbook.md#${toAnchor(name)}`,
        metric,
        threshold,
        comparisonOperator: comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: periods,
        treatMissingData: missingData ?? TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
      return alarm;
    });
  }
}

/** `RefundRate` -> `refund-rate`, the anchor of the Markdown heading "Refund rate". */
function toAnchor(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}

/** Percentage of the ended generations that were refunded; rejected prompts are not counted as refunded. */
function createRefundRate(scope: Construct): MathExpression {
  const period = Duration.minutes(15);
  const countOutcome = (outcome: string) =>
    appMetric(scope, 'Generations', { by: { outcome }, statistic: 'Sum', period });
  return new MathExpression({
    // FILL: without a success in the period, the metric has no value. Below ten generations the rate is noise.
    expression: 'IF(all >= 10, 100 * (all - FILL(succeeded, 0) - FILL(filtered, 0)) / all, 0)',
    usingMetrics: {
      all: appMetric(scope, 'Generations', { statistic: 'Sum', period }),
      succeeded: countOutcome('succeeded'),
      filtered: countOutcome('content_filtered'),
    },
    label: 'refunded, %',
    period,
  });
}

function createWebhookFailures(scope: Construct, stripeWebhook: lambda.IFunction): MathExpression {
  const period = Duration.minutes(15);
  const countOutcome = (outcome: string) =>
    appMetric(scope, 'StripeEvents', { by: { outcome }, statistic: 'Sum', period });
  return new MathExpression({
    expression: 'FILL(failed, 0) + FILL(unsigned, 0) + FILL(crashed, 0)',
    usingMetrics: {
      failed: countOutcome('failed'),
      unsigned: countOutcome('bad_signature'),
      crashed: stripeWebhook.metricErrors({ statistic: 'Sum', period }),
    },
    label: 'failed events',
    period,
  });
}

/** Invocations of these functions that threw, timed out or crashed. */
function createErrorCount(functions: Record<string, lambda.IFunction>, period: Duration): MathExpression {
  return new MathExpression({
    expression: Object.keys(functions)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics: Object.fromEntries(
      Object.entries(functions).map(([name, fn]) => [name, fn.metricErrors({ statistic: 'Sum', period })]),
    ),
    label: 'failed invocations',
    period,
  });
}

/** Percentage of 5xx responses; zero below five of them, where the rate is noise. */
function createServerErrorRate(apiStage: apigateway.IHttpStage): MathExpression {
  const period = Duration.minutes(5);
  return new MathExpression({
    expression: 'IF(errors >= 5, 100 * errors / requests, 0)',
    usingMetrics: {
      errors: apiStage.metricServerError({ statistic: 'Sum', period }),
      requests: apiStage.metricCount({ period }),
    },
    label: '5xx responses, %',
    period,
  });
}
