import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import { ACCOUNT_ALARMS } from './account-alarms.ts';
import { BACKGROUND_ALARMS } from './background-alarms.ts';
import { linkRunbook, type AlarmRow } from './alarm-row.ts';
import { createMetric, type WatchedResources } from './create-metric.ts';
import { GENERATION_ALARMS, listLineAlarms } from './generation-alarms.ts';
import { PAYMENT_ALARMS } from './payment-alarms.ts';
import { listPlatformAlarms } from './platform-alarms.ts';

type AlarmSettings = Pick<StageSettings, 'dailyModelSpendUsd' | 'longestWaitSeconds'>;

/**
 * Lists the alarms of the main stack. Each wakes a person who has to act at once or on the same day; a value that wakes nobody is a row
 * of graphs.ts. `docs/runbook.md` needs a section for each with the same name in words: "Refund rate" for `RefundRate`.
 */
export function listAlarms(settings: AlarmSettings): Record<string, AlarmRow> {
  return {
    ...GENERATION_ALARMS,
    ...listLineAlarms(settings),
    ...BACKGROUND_ALARMS,
    ...PAYMENT_ALARMS,
    ...ACCOUNT_ALARMS,
    ...listPlatformAlarms(settings),
  };
}

interface AlarmsProps extends WatchedResources {
  settings: AlarmSettings;
}

/** Creates the alarms of the main stack. */
export function createAlarms(
  parent: Construct,
  { settings, ...resources }: AlarmsProps,
  topic: sns.ITopic,
): Alarm[] {
  const scope = new Construct(parent, 'Alarms');
  return Object.entries(listAlarms(settings)).map(([name, row]) =>
    createAlarm(scope, name, row, createMetric(scope, row, resources), topic),
  );
}

const COMPARISONS = {
  above: ComparisonOperator.GREATER_THAN_THRESHOLD,
  below: ComparisonOperator.LESS_THAN_THRESHOLD,
};

/**
 * Creates an alarm. Its e-mail says what happened, what to do first, and which section of the runbook has the rest.
 * @param topic in the region of the alarm.
 */
export function createAlarm(
  scope: Construct,
  name: string,
  {
    threshold,
    description,
    act,
    comparison,
    periods = 1,
    startsWithoutData,
  }: Omit<AlarmRow, 'metric' | 'minutes'>,
  metric: IMetric,
  topic: sns.ITopic,
): Alarm {
  const action = new SnsAction(topic);
  const alarm = new Alarm(scope, name, {
    // The subject of the e-mail.
    alarmName: `${Stack.of(scope).stackName} ${name}`,
    alarmDescription: `${description} ${act} ${linkRunbook(name)}`,
    metric,
    threshold,
    comparisonOperator: comparison
      ? COMPARISONS[comparison]
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: startsWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}
