import { Stack, type Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE, type DimensionsOf, type MetricName } from '../../contract/metrics.ts';

interface Reading<Name extends MetricName> {
  /** A statistic as CloudWatch knows it: Sum, Maximum, SampleCount, p95. */
  statistic: string;
  period: Duration;
  /** One set of dimensions that the contract names for this metric. @default in all */
  by?: DimensionsOf<Name>;
  /** @default the metric's name */
  label?: string;
}

/** A metric that the functions of this stack write. */
export function ownMetric<Name extends MetricName>(
  scope: Construct,
  name: Name,
  { statistic, period, by, label }: Reading<Name>,
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: Stack.of(scope).stackName, ...by },
    statistic,
    period,
    // Without one an alarm names the metric in plain words.
    ...(label !== undefined && { label }),
  });
}
