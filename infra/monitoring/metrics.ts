import { Duration, Stack } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { routeKey, type EndpointName } from '#contract/endpoints/endpoints.ts';
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

/**
 * Percentage of the ended generations that were refunded. Both statistics are of one metric: an expression with a metric
 * that was never written may have no value (CloudWatch user guide, "Using math expressions"), and would hide an outage on
 * the first day.
 */
export function createRefundRate(scope: Construct): MathExpression {
  const period = Duration.minutes(15);
  const read = (statistic: string) => appMetric(scope, 'GenerationFailures', { statistic, period });
  return new MathExpression({
    // Below ten generations the rate is noise.
    expression: 'IF(ended >= 10, 100 * failed, 0)',
    usingMetrics: { ended: read('SampleCount'), failed: read('Average') },
    label: 'refunded, %',
    period,
  });
}

/** Percentage of the webhook's events that could not be verified; zero below three events. */
export function createUnverifiedRate(scope: Construct): MathExpression {
  const period = Duration.hours(1);
  const read = (statistic: string) => appMetric(scope, 'UnverifiedEvents', { statistic, period });
  return new MathExpression({
    expression: 'IF(events >= 3, 100 * unverified, 0)',
    usingMetrics: { events: read('SampleCount'), unverified: read('Average') },
    label: 'unverified events, %',
    period,
  });
}

/**
 * Invocations of these functions that threw, timed out or crashed. Lambda writes the metric for every invocation, so it
 * exists for each function that runs on a schedule.
 */
export function createErrorCount(
  functions: Record<string, lambda.IFunction>,
  period: Duration,
): MathExpression {
  return new MathExpression({
    expression: Object.keys(functions).join(' + '),
    usingMetrics: Object.fromEntries(
      Object.entries(functions).map(([name, fn]) => [name, fn.metricErrors({ statistic: 'Sum', period })]),
    ),
    label: 'failed invocations',
    period,
  });
}

/**
 * Percentage of 5xx responses; zero below five of them, where the rate is noise. A 5xx response also counts as a request, so
 * both metrics exist.
 */
export function createServerErrorRate(apiStage: apigateway.IHttpStage): MathExpression {
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

/** The number of 5xx responses of an endpoint. No data point means none. */
export const createServerErrorCount = (scope: Construct, endpoint: EndpointName, period: Duration): Metric =>
  createRouteErrorCount(scope, routeKey(endpoint), period);

/** Creates the metric of the 5xx responses of a route, which need not be an endpoint of the contract. No data point means none. */
export function createRouteErrorCount(scope: Construct, route: string, period: Duration): Metric {
  return new Metric({
    namespace: API_NAMESPACE,
    metricName: SERVER_ERRORS,
    dimensionsMap: { service: Stack.of(scope).stackName, route },
    statistic: 'Sum',
    period,
  });
}
