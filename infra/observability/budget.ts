import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

interface BudgetProps {
  /** In US dollars. */
  monthlyUsd: number;
  topic: sns.ITopic;
}

/**
 * A message when the month has cost 80 % of the budget, and when it looks as if it will cost more than all of it. It is
 * the account's: Bedrock's models are billed through AWS Marketplace, which knows no stacks and no tags.
 */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthlyUsd, topic }: BudgetProps) {
    super(scope, id);
    const told = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    });
    new CfnBudget(this, 'Monthly', {
      budget: {
        // All that its message says beside numbers.
        budgetName: `${Stack.of(this).stackName}, docs/runbook.md#monthly-budget`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: [told('ACTUAL', 80), told('FORECASTED', 100)],
    });
  }
}
