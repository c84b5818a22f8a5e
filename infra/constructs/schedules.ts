import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** The operations that run on a schedule. */
const SCHEDULES = {
  EveryFiveMinutes: {
    interval: Duration.minutes(5),
    operations: ['refund-abandoned', 'finish-closings', 'delete-expired-references', 'reconcile-payments'],
  },
  Daily: {
    interval: Duration.days(1),
    operations: ['audit-credits', 'delete-orphaned-accounts', 'delete-unconfirmed-users', 'export-users'],
  },
} as const;

type Operation = (typeof SCHEDULES)[keyof typeof SCHEDULES]['operations'][number];

/** Invokes the functions on their schedules. */
export function createSchedules(scope: Construct, functions: Record<Operation, lambda.IFunction>): void {
  const parent = new Construct(scope, 'Schedules');
  for (const [id, { interval, operations }] of Object.entries(SCHEDULES)) {
    new events.Rule(parent, id, {
      schedule: events.Schedule.rate(interval),
      targets: operations.map((name) => new targets.LambdaFunction(functions[name], { retryAttempts: 2 })),
    });
  }
}
