import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { AlarmTableProps } from './alarm-definition.ts';
import { defineAlarms } from './alarm-table.ts';

interface AlarmsProps extends AlarmTableProps {
  topic: sns.ITopic;
}

/** The alarms of a stage. The description of each names its section of docs/runbook.md. */
export class Alarms extends Construct {
  readonly alarms: Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const action = new SnsAction(props.topic);
    this.alarms = Object.entries(defineAlarms(this, props)).map(([name, definition]) => {
      const { metric, threshold, description, comparison, periods = 1, missingData } = definition;
      const alarm = new Alarm(this, name, {
        // The subject of the e-mail.
        alarmName: `${Stack.of(this).stackName} ${name}`,
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
    });
  }
}

/** `RefundRate` -> `refund-rate`, the anchor of the Markdown heading "Refund rate". */
function toAnchor(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}
