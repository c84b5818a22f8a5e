import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

interface OperationsProps {
  refundAbandoned: lambda.IFunction;
}

/** What runs by the clock. */
export class Operations extends Construct {
  constructor(scope: Construct, id: string, { refundAbandoned }: OperationsProps) {
    super(scope, id);
    new events.Rule(this, 'EveryFiveMinutes', {
      description: 'Gives back the credits that a crashed generation still holds',
      schedule: events.Schedule.rate(Duration.minutes(5)),
      targets: [new targets.LambdaFunction(refundAbandoned, { retryAttempts: 2 })],
    });
  }
}
