import { Duration } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmPlan } from './alarm-plan.ts';

interface PlatformAlarmProps {
  apiStage: apigateway.IHttpStage;
}

/** Does the cloud hold? */
export function platformAlarms({ apiStage }: PlatformAlarmProps): AlarmPlan[] {
  return [
    {
      name: 'ServerErrors',
      says: 'One request in twenty was answered with 5xx, five or more, in each of two stretches of five minutes. Busy models are among them (503), and are ModelsUnavailable if it is them.',
      metric: serverErrorRate(apiStage),
      threshold: 5,
      periods: 2,
    },
    {
      name: 'Throttles',
      says: "Lambda turned away ten or more invocations in five minutes. It counts the whole account and region: concurrency is the account's, and whoever uses it up, creators wait.",
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: Duration.minutes(5),
      }),
      threshold: 10,
    },
  ];
}

/** In percent; none below five errors, of which nothing can be said. */
function serverErrorRate(apiStage: apigateway.IHttpStage): MathExpression {
  const period = Duration.minutes(5);
  return new MathExpression({
    expression: 'IF(errors >= 5, 100 * errors / requests, 0)',
    usingMetrics: {
      errors: apiStage.metricServerError({ statistic: 'Sum', period }),
      requests: apiStage.metricCount({ period }),
    },
    label: 'answered with 5xx, %',
    period,
  });
}
