import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { AlarmDefinition, AlarmTableProps } from './alarm-definition.ts';
import { defineAlarms } from './alarm-table.ts';

interface AlarmsProps extends AlarmTableProps {
  topic: sns.ITopic;
}

/** The alarms of a stage. The description of each names its section of docs/runbook.md. */
export class Alarms extends Construct {
  readonly alarms: Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.alarms = Object.entries(defineAlarms(this, props)).map(([name, definition]) =>
      createAlarm(this, name, definition, props.topic),
    );
  }
}

/** @param name also of its section in docs/runbook.md. @param topic in the region of the alarm. */
export function createAlarm(
  scope: Construct,
  name: string,
  { metric, threshold, description, comparison, periods = 1, missingData }: AlarmDefinition,
  topic: sns.ITopic,
): Alarm {
  const action = new SnsAction(topic);
  const alarm = new Alarm(scope, name, {
    // The subject of the e-mail.
    alarmName: `${Stack.of(scope).stackName} ${name}`,
    alarmDescription: `${description} docs/runbook.md#${toAnchor(name)}`,
    metric,
    threshold,
    comparisonOperator: comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    treatMissingData: missingData ?? TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/** `RefundRate` -> `refund-rate`, the anchor of the Markdown heading "Refund rate". */
function toAnchor(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}
