import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { WaitingLine } from '../constructs/waiting-line.ts';
import type { StageSettings } from '../stages/settings.ts';
import { appMetric } from './metrics.ts';

export interface LineGraphsProps {
  settings: Pick<StageSettings, 'longestWaitSeconds'>;
  functions: Record<'generate-waiting', lambda.IFunction>;
  line: Pick<WaitingLine, 'queue' | 'deadLetters'>;
}

/** The graphs of the generations that wait for a model. */
export function defineLineGraphs(
  scope: Construct,
  { settings: { longestWaitSeconds }, functions, line }: LineGraphsProps,
): cloudwatch.GraphWidgetProps[] {
  const period = Duration.minutes(5);
  const worker = functions['generate-waiting'];
  return [
    {
      title: 'Generations that joined the line, and their attempts',
      left: [
        appMetric(scope, 'WaitingGenerations', { statistic: 'Sum', period, label: 'joined' }),
        worker.metricInvocations({ statistic: 'Sum', period, label: 'attempts and checks' }),
        worker.metricErrors({ statistic: 'Sum', period, label: 'errors' }),
      ],
    },
    {
      title: 'Time in line',
      left: [
        ...['p50', 'p95', 'Maximum'].map((statistic) =>
          appMetric(scope, 'WaitTime', { statistic, period, label: `ended, ${statistic}` }),
        ),
        appMetric(scope, 'OldestWaiting', { statistic: 'Maximum', period, label: 'oldest in line' }),
      ],
      leftAnnotations: [
        { value: longestWaitSeconds, label: 'longestWaitSeconds', color: cloudwatch.Color.RED },
      ],
      leftYAxis: { label: 's', showUnits: false, min: 0 },
    },
    {
      title: 'Messages of the line',
      left: [
        line.queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period, label: 'ready' }),
        line.queue.metricApproximateNumberOfMessagesNotVisible({
          statistic: 'Maximum',
          period,
          label: 'delayed or in progress',
        }),
        line.deadLetters.metricApproximateNumberOfMessagesVisible({
          statistic: 'Maximum',
          period,
          label: 'dead letters',
        }),
      ],
    },
  ];
}
