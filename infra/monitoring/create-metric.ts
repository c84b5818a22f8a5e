import { Duration } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { REQUEST_METRICS } from '../constructs/images.ts';
import type { GraphRow, MetricSource, WatchedFunction } from './alarm-row.ts';
import { appMetric, createServerErrorCount } from './metrics.ts';

/** The resources whose metrics alarms and graphs read. */
export interface WatchedResources {
  apiStage: apigateway.IHttpStage;
  functions: Record<WatchedFunction, lambda.IFunction>;
  /** The bucket of the images. */
  bucket: s3.Bucket;
  /** The queue of the messages of the waiting line that could not be processed. */
  deadLetters: sqs.IQueue;
}

type Of<Kind extends MetricSource['kind']> = Extract<MetricSource, { kind: Kind }>;

/** Creates the metric of CloudWatch that a row describes. */
export function createMetric(
  scope: Construct,
  { metric, minutes }: Pick<GraphRow, 'metric' | 'minutes'>,
  { apiStage, functions, bucket, deadLetters }: WatchedResources,
): IMetric {
  const period = Duration.minutes(minutes);
  switch (metric.kind) {
    case 'own':
      return appMetric(scope, metric.name, { statistic: metric.statistic, period });
    case 'outcome':
      return appMetric(scope, 'Generations', { statistic: 'Sum', period, by: { outcome: metric.outcome } });
    case 'percentage':
      return createPercentage(scope, metric, period);
    case 'serverErrors':
      return createServerErrorCount(scope, metric.endpoint, period);
    case 'serverErrorRate':
      return createServerErrorRate(apiStage, metric, period);
    case 'functionErrors':
      return functions[metric.function].metricErrors({ statistic: metric.statistic, period });
    case 'functionErrorSum':
      return createErrorSum(functions, metric, period);
    case 'bucket':
      return new Metric({
        namespace: 'AWS/S3',
        metricName: metric.name,
        dimensionsMap: { BucketName: bucket.bucketName, FilterId: REQUEST_METRICS },
        statistic: 'Sum',
        period,
      });
    case 'deadLetters':
      return deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period });
    case 'vendor': {
      const { namespace, name: metricName, statistic } = metric;
      return new Metric({ namespace, metricName, statistic, period });
    }
  }
}

function createPercentage(
  scope: Construct,
  { name, ids: { samples, average }, least, label }: Of<'percentage'>,
  period: Duration,
): MathExpression {
  const read = (statistic: string) => appMetric(scope, name, { statistic, period });
  return new MathExpression({
    expression: `IF(${samples} >= ${least}, 100 * ${average}, 0)`,
    usingMetrics: { [samples]: read('SampleCount'), [average]: read('Average') },
    label,
    period,
  });
}

/** A 5xx response also counts as a request, so both metrics exist. */
function createServerErrorRate(
  apiStage: apigateway.IHttpStage,
  { least }: Of<'serverErrorRate'>,
  period: Duration,
): MathExpression {
  return new MathExpression({
    expression: `IF(errors >= ${least}, 100 * errors / requests, 0)`,
    usingMetrics: {
      errors: apiStage.metricServerError({ statistic: 'Sum', period }),
      requests: apiStage.metricCount({ period }),
    },
    label: '5xx responses, %',
    period,
  });
}

function createErrorSum(
  functions: WatchedResources['functions'],
  { functions: summands }: Of<'functionErrorSum'>,
  period: Duration,
): MathExpression {
  const metrics = Object.entries(summands).map(
    ([id, name]) => [id, functions[name].metricErrors({ statistic: 'Sum', period })] as const,
  );
  return new MathExpression({
    expression: Object.keys(summands).join(' + '),
    usingMetrics: Object.fromEntries(metrics),
    label: 'failed invocations',
    period,
  });
}
