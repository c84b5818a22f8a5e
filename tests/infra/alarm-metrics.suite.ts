import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '../../infra/monitoring/alarm-row.ts';
import { listAlarms } from '../../infra/monitoring/alarms.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { prod, render } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

const rows = listAlarms(STAGES.prod);

const TEXTS = new Set(['AlarmName', 'AlarmDescription', 'AlarmActions', 'OKActions']);

/** The part of an alarm that its row determines, without its texts. */
function readMeasure(name: string): unknown {
  const properties = prod.one('AWS::CloudWatch::Alarm', `Alarms${name}`).Properties;
  return renderAll(Object.fromEntries(Object.entries(properties).filter(([key]) => !TEXTS.has(key))));
}

/** Renders the references to resources in a value. */
function renderAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renderAll);
  if (typeof value !== 'object' || value === null) return value;
  if ('Ref' in value || 'Fn::GetAtt' in value) return render(value);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renderAll(part)]));
}

const STARTS_AT = {
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  EvaluationPeriods: 1,
  TreatMissingData: 'notBreaching',
};
const SERVICE = { Name: 'service', Value: 'Thumbforge-prod' };
const API_STAGE = [
  { Name: 'ApiId', Value: '${ApiHttpApi}' },
  { Name: 'Stage', Value: '$default' },
];

const expression = (Expression: string, Label: string) => ({
  Id: 'expr_1',
  Expression,
  Label,
  ReturnData: true,
});
/** The statistic of a metric inside an expression. */
const query = (Id: string, Namespace: string, MetricName: string, Dimensions: object[], more: object) => ({
  Id,
  MetricStat: { Metric: { Namespace, MetricName, Dimensions }, ...more },
  ReturnData: false,
});

/** One alarm of each kind of metric, as CloudFormation gets it. The snapshot of the resources pins the other alarms. Only a graph shows
 * dead letters. */
const EXAMPLES: Record<
  Exclude<AlarmRow['metric']['kind'], 'deadLetters'>,
  readonly [name: string, measure: object]
> = {
  own: [
    'SweepSilent',
    {
      Namespace: 'Thumbforge',
      MetricName: 'OldestPending',
      Dimensions: [SERVICE],
      Statistic: 'SampleCount',
      Period: 900,
      ComparisonOperator: 'LessThanThreshold',
      EvaluationPeriods: 1,
      Threshold: 1,
      TreatMissingData: 'breaching',
    },
  ],
  outcome: [
    'ModelsUnavailable',
    {
      ...STARTS_AT,
      Namespace: 'Thumbforge',
      MetricName: 'Generations',
      Dimensions: [{ Name: 'outcome', Value: 'model_unavailable' }, SERVICE],
      Statistic: 'Sum',
      Period: 300,
      EvaluationPeriods: 2,
      Threshold: 5,
    },
  ],
  percentage: [
    'RefundRate',
    {
      ...STARTS_AT,
      Metrics: [
        expression('IF(ended >= 10, 100 * failed, 0)', 'refunded, %'),
        query('ended', 'Thumbforge', 'GenerationFailures', [SERVICE], { Stat: 'SampleCount', Period: 900 }),
        query('failed', 'Thumbforge', 'GenerationFailures', [SERVICE], { Stat: 'Average', Period: 900 }),
      ],
      Threshold: 20,
    },
  ],
  serverErrors: [
    'WebhookFailures',
    {
      ...STARTS_AT,
      Namespace: API_NAMESPACE,
      MetricName: 'ServerErrors',
      Dimensions: [{ Name: 'route', Value: 'POST /api/stripe-webhook' }, SERVICE],
      Statistic: 'Sum',
      Period: 900,
      Threshold: 3,
    },
  ],
  serverErrorRate: [
    'ServerErrors',
    {
      ...STARTS_AT,
      Metrics: [
        expression('IF(errors >= 5, 100 * errors / requests, 0)', '5xx responses, %'),
        query('errors', 'AWS/ApiGateway', '5xx', API_STAGE, { Stat: 'Sum', Period: 300 }),
        query('requests', 'AWS/ApiGateway', 'Count', API_STAGE, { Stat: 'SampleCount', Period: 300 }),
      ],
      EvaluationPeriods: 2,
      Threshold: 5,
    },
  ],
  functionErrors: [
    'UserExportSilent',
    {
      ...STARTS_AT,
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: '${ExportUsersFunction}' }],
      Statistic: 'Minimum',
      Period: 86_400,
      EvaluationPeriods: 2,
      Threshold: 1,
      TreatMissingData: 'breaching',
    },
  ],
  functionErrorSum: [
    'ScheduledFailures',
    {
      ...STARTS_AT,
      Metrics: [
        expression('refunds + deletions + references + payments', 'failed invocations'),
        ...Object.entries({
          refunds: 'RefundAbandoned',
          deletions: 'FinishClosings',
          references: 'DeleteExpiredReferences',
          payments: 'ReconcilePayments',
        }).map(([id, name]) =>
          query(id, 'AWS/Lambda', 'Errors', [{ Name: 'FunctionName', Value: `\${${name}Function}` }], {
            Stat: 'Sum',
            Period: 1_800,
          }),
        ),
      ],
      Threshold: 6,
    },
  ],
  bucket: [
    'BucketDownloads',
    {
      ...STARTS_AT,
      Namespace: 'AWS/S3',
      MetricName: 'BytesDownloaded',
      Dimensions: [
        { Name: 'BucketName', Value: '${ImagesBucket}' },
        { Name: 'FilterId', Value: 'AllObjects' },
      ],
      Statistic: 'Sum',
      Period: 3_600,
      Threshold: 20e9,
    },
  ],
  vendor: [
    'BouncedEmails',
    {
      ...STARTS_AT,
      Namespace: 'AWS/SES',
      MetricName: 'Reputation.BounceRate',
      Statistic: 'Maximum',
      Period: 3_600,
      Threshold: 0.05,
    },
  ],
};

describe('an alarm', () => {
  it.each(Object.entries(EXAMPLES).map(([kind, [name, measure]]) => [kind, name, measure] as const))(
    'of the kind %s measures what its row says: %s',
    (kind, name, measure) => {
      expect(rows[name]?.metric.kind).toBe(kind);
      expect(readMeasure(name)).toEqual(measure);
    },
  );

  it('starts only above the threshold if its row says so', () => {
    expect(readMeasure('PendingTooLong')).toMatchObject({
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 600,
    });
  });
});
