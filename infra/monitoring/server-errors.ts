import { Stack, type Duration } from 'aws-cdk-lib';
import { Metric, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { routeKey, type EndpointName } from '../../contract/endpoints.ts';

export const API_NAMESPACE = 'Thumbforge/Api';
const METRIC_NAME = 'ServerErrors';

/**
 * Counts the 5xx responses of each endpoint in the API's access log, whatever their cause: the function's own answer, a crash,
 * a timeout, or no concurrency. Lambda's metric `Errors` has only crashes and timeouts, because an answer with 5xx is a
 * successful invocation. API Gateway's own metrics of single routes would cost five metrics for each route.
 */
export function countServerErrors(scope: Construct, accessLog: logs.ILogGroup): void {
  new logs.MetricFilter(scope, 'ServerErrors', {
    logGroup: accessLog,
    filterPattern: logs.FilterPattern.literal('{ $.status = "5*" }'),
    metricNamespace: API_NAMESPACE,
    metricName: METRIC_NAME,
    metricValue: '1',
    unit: Unit.COUNT,
    dimensions: { service: '$.service', route: '$.routeKey' },
  });
}

/** The number of 5xx responses of an endpoint. No data point means none. */
export function createServerErrorCount(scope: Construct, endpoint: EndpointName, period: Duration): Metric {
  return new Metric({
    namespace: API_NAMESPACE,
    metricName: METRIC_NAME,
    dimensionsMap: { service: Stack.of(scope).stackName, route: routeKey(endpoint) },
    statistic: 'Sum',
    period,
  });
}
