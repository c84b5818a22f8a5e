import { Stack, type Duration } from 'aws-cdk-lib';
import { Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { routeKey, type EndpointName } from '#contract/endpoints/endpoints.ts';
import { MCP } from '#contract/endpoints/public-api.ts';
import { METRIC_NAMESPACE, type DimensionsOf, type MetricName } from '#contract/metrics.ts';

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

export const API_NAMESPACE = 'Thumbforge/Api';
const SERVER_ERRORS = 'ServerErrors';

/**
 * Counts the 5xx responses of each endpoint in the API's access log, with every cause: the function's own answer, a crash,
 * a timeout, or no concurrency. Lambda's metric `Errors` has only crashes and timeouts, because an answer with 5xx is a
 * successful invocation. API Gateway's own metrics of single routes would cost five metrics for each route.
 */
export function countServerErrors(scope: Construct, accessLog: logs.ILogGroup): void {
  new logs.MetricFilter(scope, 'ServerErrors', {
    logGroup: accessLog,
    filterPattern: logs.FilterPattern.literal('{ $.status = "5*" }'),
    metricNamespace: API_NAMESPACE,
    metricName: SERVER_ERRORS,
    metricValue: '1',
    unit: Unit.COUNT,
    dimensions: { service: '$.service', route: '$.routeKey' },
  });
}

/** The number of 5xx responses of an endpoint, or of the calls of the MCP server. No data point means none. */
export function createServerErrorCount(
  scope: Construct,
  endpoint: EndpointName | 'mcp',
  period: Duration,
): Metric {
  const route = endpoint === 'mcp' ? `POST ${MCP.path}` : routeKey(endpoint);
  return new Metric({
    namespace: API_NAMESPACE,
    metricName: SERVER_ERRORS,
    dimensionsMap: { service: Stack.of(scope).stackName, route },
    statistic: 'Sum',
    period,
  });
}
