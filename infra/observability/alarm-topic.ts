import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

interface AlarmTopicProps {
  /** Who gets the messages, once they have followed the link in the first one. @default nobody */
  email: string | undefined;
}

/**
 * Where alarms and the budget speak. Not encrypted with a key of its own: a message says which alarm of which stack and
 * a number, and AWS's own key for SNS would keep CloudWatch out.
 */
export class AlarmTopic extends Construct {
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, { email }: AlarmTopicProps) {
    super(scope, id);
    const { stackName, account } = Stack.of(this);
    this.topic = new sns.Topic(this, 'Topic', { displayName: stackName, enforceSSL: true });
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
    // A topic with a policy of its own has none of the defaults: who may speak is said here.
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: ['budgets', 'cloudwatch'].map(
          (service) => new iam.ServicePrincipal(`${service}.amazonaws.com`),
        ),
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        // For this account alone: a service speaks for every account.
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
  }
}
