import { Duration, Stack } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { DimensionsOf, MetricName } from '#contract/metrics.ts';
import { REQUEST_METRICS } from '../constructs/images.ts';
import type { StageSettings } from '../stages/settings.ts';
import { appMetric } from './metrics.ts';

export interface AlarmTableProps {
  settings: Pick<StageSettings, 'dailyModelSpendUsd' | 'longestWaitSeconds'>;
  apiStage: apigateway.IHttpStage;
  functions: Record<
    | 'refund-abandoned'
    | 'finish-closings'
    | 'delete-expired-references'
    | 'reconcile-payments'
    | 'delete-orphaned-accounts'
    | 'delete-unconfirmed-users'
    | 'export-users'
    | 'welcome-user'
    | 'compose-code-email'
    | 'restrict-access-token'
    | 'audit-credits'
    | 'authorize-key'
    | 'generate-waiting',
    lambda.IFunction
  >;
  /** The bucket of the images. */
  bucket: s3.Bucket;
  /** The queue of the messages of the waiting line that could not be processed. */
  deadLetters: sqs.IQueue;
}

/** A row of the alarm table. */
export interface AlarmDefinition {
  metric: IMetric;
  threshold: number;
  /** Explains what happened, and the reason for the threshold. */
  description: string;
  /** @default at or above the threshold */
  comparison?: ComparisonOperator;
  /** Number of consecutive periods beyond the threshold. @default 1 */
  periods?: number;
  /** @default missing data does not trigger the alarm */
  missingData?: TreatMissingData;
}

export type Alarms = Record<string, AlarmDefinition>;

export const fiveMinutes = Duration.minutes(5);
export const quarter = Duration.minutes(15);
export const day = Duration.days(1);

/** Metrics that several alarms read. */
export function createMetrics(scope: Construct, { functions, bucket }: AlarmTableProps) {
  return {
    sum: <Name extends MetricName>(name: Name, period: Duration, by?: DimensionsOf<Name>) =>
      appMetric(scope, name, { statistic: 'Sum', period, ...(by !== undefined && { by }) }),
    maximum: (name: MetricName, period: Duration) => appMetric(scope, name, { statistic: 'Maximum', period }),
    /**
     * Invocations that threw, timed out or crashed. Not for the function of an endpoint: it answers an error with 5xx, which is
     * a successful invocation. `createServerErrorCount` counts those responses.
     */
    errors: (name: keyof AlarmTableProps['functions'], period: Duration) =>
      functions[name].metricErrors({ statistic: 'Sum', period }),
    countInBucket: (metricName: 'PutRequests' | 'BytesDownloaded') =>
      new Metric({
        namespace: 'AWS/S3',
        metricName,
        dimensionsMap: { BucketName: bucket.bucketName, FilterId: REQUEST_METRICS },
        statistic: 'Sum',
        period: Duration.hours(1),
      }),
  };
}

/** The inputs with which a group of alarms is defined. */
export interface AlarmTable extends AlarmTableProps, ReturnType<typeof createMetrics> {
  scope: Construct;
}

/** @param name also of its section in docs/runbook.md. @param topic in the region of the alarm. */
export function createAlarm(
  scope: Construct,
  name: string,
  { metric, threshold, description, comparison, periods = 1, missingData }: AlarmDefinition,
  topic: sns.ITopic,
): Alarm {
  const action = new SnsAction(topic);
  const alarm = new Alarm(scope, name, {
    // The subject of the e-mail.
    alarmName: `${Stack.of(scope).stackName} ${name}`,
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
}

/** `RefundRate` -> `refund-rate`, the anchor of the Markdown heading "Refund rate". */
function toAnchor(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}
