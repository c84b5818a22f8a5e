import { Duration, Stack } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import { moneyWidgets } from './money-widgets.ts';
import { pictureWidgets } from './picture-widgets.ts';

interface DashboardProps {
  settings: Pick<StageSettings, 'models' | 'dailyModelSpendUsd' | 'generateConcurrency'>;
  alarms: cloudwatch.Alarm[];
  apiStage: apigateway.IHttpStage;
  generateThumbnail: lambda.IFunction;
}

/** One page that answers: are creators getting pictures, and is money right? */
export class Dashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { settings, alarms, apiStage, generateThumbnail }: DashboardProps,
  ) {
    super(scope, id);
    new cloudwatch.Dashboard(this, 'Page', {
      dashboardName: Stack.of(this).stackName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [
          new cloudwatch.AlarmStatusWidget({
            title: 'Alarms: docs/runbook.md',
            alarms,
            width: 24,
            height: 4,
          }),
        ],
        [heading('Are creators getting pictures?')],
        pictureWidgets(this, settings),
        [heading('Is money right?')],
        moneyWidgets(this, settings),
        [heading('Does the cloud hold?')],
        cloudWidgets({ apiStage, generateThumbnail, settings }),
      ],
    });
  }
}

function heading(markdown: string): cloudwatch.TextWidget {
  return new cloudwatch.TextWidget({
    markdown: `## ${markdown}`,
    width: 24,
    height: 1,
    background: cloudwatch.TextWidgetBackground.TRANSPARENT,
  });
}

function cloudWidgets({
  apiStage,
  generateThumbnail,
  settings,
}: Omit<DashboardProps, 'alarms'>): cloudwatch.IWidget[] {
  const period = Duration.minutes(5);
  return [
    new cloudwatch.GraphWidget({
      title: 'Requests and refusals',
      left: [
        apiStage.metricCount({ period, label: 'requests' }),
        apiStage.metricClientError({ period, statistic: 'Sum', label: '4xx' }),
        apiStage.metricServerError({ period, statistic: 'Sum', label: '5xx' }),
      ],
      width: 8,
    }),
    new cloudwatch.GraphWidget({
      title: 'Time of an answer',
      left: ['p50', 'p95'].map((statistic) =>
        apiStage.metricLatency({ period, statistic, label: statistic }),
      ),
      leftYAxis: { label: 'ms', showUnits: false, min: 0 },
      width: 8,
    }),
    new cloudwatch.GraphWidget({
      title: 'Generations at once',
      left: [
        generateThumbnail.metric('ConcurrentExecutions', { period, statistic: 'Maximum', label: 'at once' }),
        generateThumbnail.metricThrottles({ period, statistic: 'Sum', label: 'turned away' }),
      ],
      leftAnnotations:
        settings.generateConcurrency > 0
          ? [{ value: settings.generateConcurrency, label: 'reserved', color: cloudwatch.Color.GREY }]
          : [],
      width: 8,
    }),
  ];
}
