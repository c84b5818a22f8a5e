import { Annotations, Stack } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import type { AlarmPlan } from './alarm-plan.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Budget } from './budget.ts';
import { moneyAlarms } from './money-alarms.ts';
import { pictureAlarms } from './picture-alarms.ts';
import { platformAlarms } from './platform-alarms.ts';

interface AlarmsProps {
  settings: Pick<StageSettings, 'alarmEmail' | 'dailyModelSpendUsd' | 'keepData' | 'monthlyBudgetUsd'>;
  apiStage: apigateway.IHttpStage;
  functions: Record<
    'refundAbandoned' | 'finishClosings' | 'stripeWebhook' | 'auditCredits',
    lambda.IFunction
  >;
}

/** What tells an operator before a creator does. Each alarm names its section of docs/runbook.md. */
export class Alarms extends Construct {
  /** In the order of their plans. */
  readonly alarms: Alarm[];

  constructor(scope: Construct, id: string, { settings, apiStage, functions }: AlarmsProps) {
    super(scope, id);
    const { alarmEmail: email, dailyModelSpendUsd, keepData, monthlyBudgetUsd } = settings;
    const { topic } = new AlarmTopic(this, 'Topic', { email });
    const action = new SnsAction(topic);
    const plans = [
      ...pictureAlarms(this, functions),
      ...moneyAlarms(this, { ...functions, dailyModelSpendUsd }),
      ...platformAlarms({ apiStage }),
    ];
    this.alarms = plans.map((plan) => this.#make(plan));
    for (const alarm of this.alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    new Budget(this, 'Budget', { monthlyUsd: monthlyBudgetUsd, topic });
    if (keepData && email === undefined) {
      Annotations.of(this).addWarningV2(
        'thumbforge:alarmsWithoutEmail',
        'Nobody is told of alarms. Give this stage the setting alarmEmail before creators come.',
      );
    }
  }

  #make({ name, says, metric, threshold, comparison, periods = 1, missing }: AlarmPlan): Alarm {
    return new Alarm(this, name, {
      // The subject of the e-mail.
      alarmName: `${Stack.of(this).stackName} ${name}`,
      alarmDescription: `${says} docs/runbook.md#${anchorOf(name)}`,
      metric,
      threshold,
      comparisonOperator: comparison ?? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
  }
}

/** `RefundRate` -> `refund-rate`, as Markdown makes it of the heading "Refund rate". */
function anchorOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}
