import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { AlarmPlan } from './alarm-plan.ts';
import { ownMetric } from './own-metric.ts';

interface MoneyAlarmProps {
  stripeWebhook: lambda.IFunction;
  auditCredits: lambda.IFunction;
  /** In US dollars at list prices. */
  dailyModelSpendUsd: number;
}

/** Is money right? */
export function moneyAlarms(
  scope: Construct,
  { stripeWebhook, auditCredits, dailyModelSpendUsd }: MoneyAlarmProps,
): AlarmPlan[] {
  const once = { statistic: 'Sum', period: Duration.minutes(5) };
  const day = Duration.days(1);
  return [
    {
      name: 'WebhookFailures',
      says: "Three or more of Stripe's deliveries failed in 15 minutes, or came with a signature that is not Stripe's: credits that are paid for are late. Stripe repeats them for three days, so one alone mends itself.",
      metric: webhookFailures(scope, stripeWebhook),
      threshold: 3,
    },
    {
      name: 'UnmatchedPayments',
      says: 'A payment is not what any pack costs, and bought nothing. Each one is money of somebody who waits.',
      metric: ownMetric(scope, 'UnmatchedPayments', once),
      threshold: 1,
    },
    {
      name: 'PaymentsAfterClosing',
      says: 'Somebody paid and had closed the account meanwhile. Each one is money that has to go back.',
      metric: ownMetric(scope, 'PaymentsAfterClosing', once),
      threshold: 1,
    },
    {
      name: 'LedgerDrift',
      says: 'In the last day the audit found an account whose credits do not add up, or did not come to its end. There is no good number of these but none.',
      metric: new MathExpression({
        expression: 'FILL(drifting, 0) + FILL(failed, 0)',
        usingMetrics: {
          drifting: ownMetric(scope, 'LedgerDrift', { statistic: 'Maximum', period: day }),
          failed: auditCredits.metricErrors({ statistic: 'Sum', period: day }),
        },
        label: 'accounts that drift, and audits that failed',
        period: day,
      }),
      threshold: 1,
    },
    {
      name: 'ModelSpend',
      says: `The models have cost ${dailyModelSpendUsd} US dollars or more in 24 hours, at list prices: the setting dailyModelSpendUsd. Sales go up with it, or somebody has found a way to paint for nothing.`,
      metric: ownMetric(scope, 'ModelSpend', { statistic: 'Sum', period: day }),
      threshold: dailyModelSpendUsd,
    },
  ];
}

function webhookFailures(scope: Construct, stripeWebhook: lambda.IFunction): MathExpression {
  const period = Duration.minutes(15);
  const events = (outcome: string) =>
    ownMetric(scope, 'StripeEvents', { by: { outcome }, statistic: 'Sum', period });
  return new MathExpression({
    expression: 'FILL(failed, 0) + FILL(unsigned, 0) + FILL(crashed, 0)',
    usingMetrics: {
      failed: events('failed'),
      unsigned: events('bad_signature'),
      crashed: stripeWebhook.metricErrors({ statistic: 'Sum', period }),
    },
    label: 'deliveries that failed',
    period,
  });
}
