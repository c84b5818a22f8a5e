import { Stack, type Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRIC_NAMESPACE, type DimensionsOf, type MetricName } from '../../contract/metrics.ts';

interface AppMetricOptions<Name extends MetricName> {
  /** A statistic of CloudWatch: Sum, Maximum, SampleCount, p95. */
  statistic: string;
  period: Duration;
  /** One set of dimensions that the contract defines for this metric. @default the total */
  by?: DimensionsOf<Name>;
  /** @default the metric's name */
  label?: string;
}

/** A metric that this stack's functions write. */
export function appMetric<Name extends MetricName>(
  scope: Construct,
  name: Name,
  { statistic, period, by, label }: AppMetricOptions<Name>,
): Metric {
  return new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: Stack.of(scope).stackName, ...by },
    statistic,
    period,
    // Set only if given: an alarm with a label shows a metric expression instead of the metric.
    ...(label !== undefined && { label }),
  });
}
