import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { AlarmPlan } from './alarm-plan.ts';
import { ownMetric } from './own-metric.ts';

/** In seconds. */
export const PENDING_LIMIT = 600;

interface PictureAlarmProps {
  refundAbandoned: lambda.IFunction;
  finishClosings: lambda.IFunction;
}

/** Are creators getting pictures? */
export function pictureAlarms(
  scope: Construct,
  { refundAbandoned, finishClosings }: PictureAlarmProps,
): AlarmPlan[] {
  return [
    {
      name: 'RefundRate',
      says: 'One generation in five failed and was refunded, of ten or more in 15 minutes. Prompts that a model declined are not among them. One in five is no bad luck, and of fewer than ten nothing can be said.',
      metric: refundRate(scope),
      threshold: 20,
    },
    {
      name: 'ModelsUnavailable',
      says: 'Five or more generations in each of two stretches of five minutes found no model that would paint. The quotas are by the minute, so a rush is over sooner than that.',
      metric: ownMetric(scope, 'Generations', {
        by: { outcome: 'model_unavailable' },
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 5,
      periods: 2,
    },
    {
      name: 'PendingTooLong',
      says: 'A generation has held its credits for more than ten minutes. The sweep gives back what is older than two every five, so it has been there for two of them at least.',
      metric: ownMetric(scope, 'OldestPending', { statistic: 'Maximum', period: Duration.minutes(5) }),
      threshold: PENDING_LIMIT,
      comparison: ComparisonOperator.GREATER_THAN_THRESHOLD,
    },
    {
      name: 'SweepSilent',
      says: 'The sweep that gives back the credits of cut-off generations has not come to its end for 15 minutes: three runs.',
      metric: ownMetric(scope, 'OldestPending', { statistic: 'SampleCount', period: Duration.minutes(15) }),
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      missing: TreatMissingData.BREACHING,
    },
    {
      name: 'ScheduledFailures',
      says: 'What is done every five minutes has failed six times in half an hour: the credits of cut-off generations, or the deletion of accounts. Each run is tried three times, so these are two runs at least.',
      metric: errorsOf({ refundAbandoned, finishClosings }, Duration.minutes(30)),
      threshold: 6,
    },
  ];
}

/** In percent. Below ten generations it is none: chance would speak. */
function refundRate(scope: Construct): MathExpression {
  const period = Duration.minutes(15);
  const ended = (outcome: string) =>
    ownMetric(scope, 'Generations', { by: { outcome }, statistic: 'Sum', period });
  return new MathExpression({
    // Without FILL a quarter of an hour in which nothing succeeded would have no value at all.
    expression: 'IF(all >= 10, 100 * (all - FILL(succeeded, 0) - FILL(declined, 0)) / all, 0)',
    usingMetrics: {
      all: ownMetric(scope, 'Generations', { statistic: 'Sum', period }),
      succeeded: ended('succeeded'),
      declined: ended('content_filtered'),
    },
    label: 'refunded, %',
    period,
  });
}

/** Invocations that threw, ran out of time or crashed, of all these together. */
export function errorsOf(functions: Record<string, lambda.IFunction>, period: Duration): MathExpression {
  const names = Object.keys(functions);
  return new MathExpression({
    expression: names.map((name) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(
      Object.entries(functions).map(([name, operation]) => [
        name,
        operation.metricErrors({ statistic: 'Sum', period }),
      ]),
    ),
    label: 'failed invocations',
    period,
  });
}
