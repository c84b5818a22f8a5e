import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

const EVERY_FIVE_MINUTES = [
  'refund-abandoned',
  'finish-closings',
  'delete-expired-references',
  'reconcile-payments',
] as const;
const DAILY = [
  'audit-credits',
  'delete-orphaned-accounts',
  'delete-unconfirmed-users',
  'export-users',
] as const;

type Operation = (typeof EVERY_FIVE_MINUTES)[number] | (typeof DAILY)[number];

/** The functions that run on a schedule. */
export class Schedules extends Construct {
  constructor(scope: Construct, id: string, functions: Record<Operation, lambda.IFunction>) {
    super(scope, id);
    this.#createRule(
      'EveryFiveMinutes',
      Duration.minutes(5),
      EVERY_FIVE_MINUTES.map((name) => functions[name]),
    );
    this.#createRule(
      'Daily',
      Duration.days(1),
      DAILY.map((name) => functions[name]),
    );
  }

  #createRule(id: string, interval: Duration, functions: lambda.IFunction[]): void {
    new events.Rule(this, id, {
      schedule: events.Schedule.rate(interval),
      targets: functions.map((fn) => new targets.LambdaFunction(fn, { retryAttempts: 2 })),
    });
  }
}
