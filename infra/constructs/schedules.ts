import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

interface SchedulesProps {
  everyFiveMinutes: lambda.IFunction[];
  daily: lambda.IFunction[];
}

/** The functions that run on a schedule. */
export class Schedules extends Construct {
  constructor(scope: Construct, id: string, { everyFiveMinutes, daily }: SchedulesProps) {
    super(scope, id);
    this.#createRule('EveryFiveMinutes', Duration.minutes(5), everyFiveMinutes);
    this.#createRule('Daily', Duration.days(1), daily);
  }

  #createRule(id: string, interval: Duration, functions: lambda.IFunction[]): void {
    new events.Rule(this, id, {
      schedule: events.Schedule.rate(interval),
      targets: functions.map((fn) => new targets.LambdaFunction(fn, { retryAttempts: 2 })),
    });
  }
}
