import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MetricName } from '../../contract/metrics.ts';
import type { StageSettings } from '../stages/settings.ts';
import { ownMetric } from './own-metric.ts';

export function moneyWidgets(
  scope: Construct,
  { dailyModelSpendUsd }: Pick<StageSettings, 'dailyModelSpendUsd'>,
): cloudwatch.IWidget[] {
  const hour = Duration.hours(1);
  const sums = (labels: Partial<Record<MetricName, string>>) =>
    Object.entries(labels).map(([name, label]) =>
      ownMetric(scope, name as MetricName, { statistic: 'Sum', period: hour, label }),
    );
  const events = (outcome: string) =>
    ownMetric(scope, 'StripeEvents', { by: { outcome }, statistic: 'Sum', period: hour, label: outcome });
  return [
    new cloudwatch.GraphWidget({
      title: 'Credits that moved, by the hour',
      left: sums({
        CreditsSpent: 'spent',
        CreditsRefunded: 'refunded',
        CreditsBought: 'bought',
        CreditsClawedBack: 'taken back',
        CreditsGranted: 'granted',
      }),
      width: 8,
    }),
    new cloudwatch.GraphWidget({
      title: "Stripe's deliveries, and what should be none",
      left: [events('handled'), events('failed'), events('bad_signature')],
      right: [
        ...sums({
          UnmatchedPayments: 'unmatched payments',
          PaymentsAfterClosing: 'payments after closing',
          RefundFailures: 'refunds left to the sweep',
        }),
        ownMetric(scope, 'LedgerDrift', {
          statistic: 'Maximum',
          period: Duration.days(1),
          label: 'accounts that drift',
        }),
      ],
      width: 8,
    }),
    new cloudwatch.GraphWidget({
      title: 'What the models cost in a day, at list prices',
      left: [
        ownMetric(scope, 'ModelSpend', { statistic: 'Sum', period: Duration.days(1), label: 'US dollars' }),
      ],
      leftAnnotations: [
        { value: dailyModelSpendUsd, label: 'dailyModelSpendUsd', color: cloudwatch.Color.RED },
      ],
      leftYAxis: { min: 0 },
      width: 8,
    }),
  ];
}
