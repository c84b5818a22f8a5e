import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

interface OperationsProps {
  refundAbandoned: lambda.IFunction;
  finishClosings: lambda.IFunction;
  auditCredits: lambda.IFunction;
}

/** What runs by the clock. */
export class Operations extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { refundAbandoned, finishClosings, auditCredits }: OperationsProps,
  ) {
    super(scope, id);
    new events.Rule(this, 'EveryFiveMinutes', {
      description:
        'Takes up what was cut off: generations that still hold credits, and deletions of accounts',
      schedule: events.Schedule.rate(Duration.minutes(5)),
      targets: [refundAbandoned, finishClosings].map(
        (target) => new targets.LambdaFunction(target, { retryAttempts: 2 }),
      ),
    });
    new events.Rule(this, 'Daily', {
      description: 'Compares every balance with the ledger',
      schedule: events.Schedule.rate(Duration.days(1)),
      targets: [new targets.LambdaFunction(auditCredits, { retryAttempts: 2 })],
    });
  }
}
