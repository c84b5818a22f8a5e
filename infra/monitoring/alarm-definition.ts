import { Duration } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Metric,
  type ComparisonOperator,
  type IMetric,
  type TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { DimensionsOf, MetricName } from '../../contract/metrics.ts';
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
  /** What happened, and the reason for the threshold. */
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

/** What a group of alarms is defined with. */
export interface AlarmTable extends AlarmTableProps, ReturnType<typeof createMetrics> {
  scope: Construct;
}
