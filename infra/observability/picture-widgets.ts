import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import { ownMetric } from './own-metric.ts';
import { PENDING_LIMIT } from './picture-alarms.ts';

/** Every way that a generation ends, the good one first, with the colour that says how bad it is. */
const OUTCOMES = {
  succeeded: cloudwatch.Color.GREEN,
  content_filtered: cloudwatch.Color.GREY,
  model_unavailable: cloudwatch.Color.ORANGE,
  generation_timeout: cloudwatch.Color.BROWN,
  internal: cloudwatch.Color.RED,
  abandoned: cloudwatch.Color.PURPLE,
};

export function pictureWidgets(
  scope: Construct,
  { models }: Pick<StageSettings, 'models'>,
): cloudwatch.IWidget[] {
  const period = Duration.minutes(5);
  return [
    new cloudwatch.GraphWidget({
      title: 'How generations end',
      stacked: true,
      left: Object.entries(OUTCOMES).map(([outcome, color]) =>
        ownMetric(scope, 'Generations', { by: { outcome }, statistic: 'Sum', period, label: outcome }).with({
          color,
        }),
      ),
      width: 8,
    }),
    new cloudwatch.GraphWidget({
      title: 'Time to a picture',
      left: [
        ...['p50', 'p95'].map((statistic) =>
          ownMetric(scope, 'ImageTime', { statistic, period, label: `whichever model, ${statistic}` }),
        ),
        ...models.map(({ id: model, label }) =>
          ownMetric(scope, 'ModelTime', { by: { model }, statistic: 'p95', period, label: `${label}, p95` }),
        ),
      ],
      leftYAxis: { label: 'ms', showUnits: false, min: 0 },
      width: 8,
    }),
    new cloudwatch.GraphWidget({
      title: 'Models passed over, and the oldest cut-off generation',
      left: models.map(({ id: model, label }) =>
        ownMetric(scope, 'ModelUnavailable', { by: { model }, statistic: 'Sum', period, label }),
      ),
      right: [ownMetric(scope, 'OldestPending', { statistic: 'Maximum', period, label: 'oldest, s' })],
      rightAnnotations: [{ value: PENDING_LIMIT, label: 'PendingTooLong', color: cloudwatch.Color.RED }],
      width: 8,
    }),
  ];
}
