import { CfnOutput, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { createHash } from 'node:crypto';
import type { StageSettings } from '../stages/settings.ts';

interface NotificationsProps {
  settings: Pick<StageSettings, 'alarmEmail' | 'alarmUrl' | 'monthlyBudgetUsd'>;
}

/** The topic that receives alarms, and the monthly budget, which also notifies the topic. */
export class Notifications extends Construct {
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, { settings }: NotificationsProps) {
    super(scope, id);
    const { alarmEmail, alarmUrl, monthlyBudgetUsd } = settings;
    this.topic = this.#createTopic();
    new CfnOutput(scope, 'AlarmTopicArn', {
      value: this.topic.topicArn,
      description: 'Used by npm run doctor',
    });
    if (alarmEmail !== undefined) this.topic.addSubscription(new EmailSubscription(alarmEmail));
    if (alarmUrl !== undefined) this.topic.addSubscription(new UrlSubscription(alarmUrl));
    if (monthlyBudgetUsd > 0) this.#createBudget(monthlyBudgetUsd);
  }

  /**
   * No customer-managed key: a message holds only the name of an alarm and a number. The AWS managed key of SNS does not
   * work here, because CloudWatch cannot use it.
   */
  #createTopic(): sns.Topic {
    const { stackName, account } = Stack.of(this);
    const topic = new sns.Topic(this, 'Topic', { displayName: stackName, enforceSSL: true });
    // A topic with its own policy loses the default permissions.
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: ['budgets', 'cloudwatch'].map(
          (service) => new iam.ServicePrincipal(`${service}.amazonaws.com`),
        ),
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        // Without the condition, these services could publish for any account.
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
    return topic;
  }

  /**
   * Notifies at 80 % of the budget, and when the forecast exceeds it. The budget is the account's: AWS Marketplace bills
   * Bedrock's models without stacks or tags.
   */
  #createBudget(monthlyUsd: number): void {
    const notifyAt = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: this.topic.topicArn }],
    });
    const stack = Stack.of(this);
    const notifications = [notifyAt('ACTUAL', 80), notifyAt('FORECASTED', 100)];
    // Other notifications replace the budget, and CloudFormation creates the new budget before it deletes the old one. Two budgets cannot
    // have the same name, so the name follows the notifications.
    const digest = createHash('sha256')
      .update(JSON.stringify(stack.resolve(notifications)))
      .digest('hex');
    new CfnBudget(this, 'Monthly', {
      budget: {
        // The message holds only this name, which is unique in the account, and numbers. "Monthly budget" is the section
        // of docs/runbook.md. AWS may reject a name with a path, which looks like a URL.
        budgetName: `${stack.stackName} ${stack.region} ${digest.slice(0, 4)} monthly budget`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
      },
      notificationsWithSubscribers: notifications,
    });
  }
}
