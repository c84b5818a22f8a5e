import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../contract/endpoints.ts';
import { METRIC_NAMESPACE } from '../../contract/metrics.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { isActive, type AlarmProperties, type Samples } from './support/alarms.ts';
import { dev, full, prod, render, type Cloud } from './support/cloud.ts';
import { expectOwnMetric } from './support/metrics.ts';

const readAlarms = (cloud: Cloud) =>
  Object.fromEntries(
    Object.entries(cloud.all('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
      id.replace(/^Alarms/, ''),
      Properties as unknown as AlarmProperties,
    ]),
  );
const alarms = Object.entries(readAlarms(prod));

/** Every metric that an alarm uses. */
function listMetrics({ Metrics = [], Namespace = '', MetricName = '', Dimensions = [] }: AlarmProperties) {
  if (Metrics.length === 0) return [{ Namespace, MetricName, Dimensions }];
  return Metrics.flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric]));
}

/** `read-credits` -> `ReadCredits` */
function toPascalCase(operation: string): string {
  return operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

describe('an alarm', () => {
  it.each(alarms)('notifies the topic when it starts and ends: %s', (name, alarm) => {
    expect(alarm.AlarmName).toBe(`Thumbforge-prod ${name}`);
    expect(alarm.AlarmActions.map(render)).toEqual(['${NotificationsTopic}']);
    expect(alarm.OKActions.map(render)).toEqual(['${NotificationsTopic}']);
    // CloudWatch's maximum.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
  });

  it.each(alarms)('uses existing metrics, and only those of this stack: %s', (_, alarm) => {
    for (const { Namespace, MetricName, Dimensions = [] } of listMetrics(alarm)) {
      if (Namespace === METRIC_NAMESPACE) {
        expectOwnMetric(MetricName, new Map(Dimensions.map(({ Name, Value }) => [Name, Value])));
      } else {
        expect(['AWS/Lambda', 'AWS/ApiGateway', 'AWS/S3', 'AWS/SQS', API_NAMESPACE]).toContain(Namespace);
      }
    }
  });

  it('exists in every stage, so that dev tests the alarms of prod', () => {
    expect(Object.keys(readAlarms(dev))).toEqual(alarms.map(([name]) => name));
  });

  it('never reads Lambda errors of the function of an endpoint: its answers with 5xx are no errors of Lambda', () => {
    const operations = new Set(
      ENDPOINT_NAMES.map((name) => `\${${toPascalCase(ENDPOINTS[name].operation)}Function}`),
    );
    const misplaced = alarms.filter(([, alarm]) =>
      listMetrics(alarm).some(
        ({ Namespace, MetricName, Dimensions = [] }) =>
          `${Namespace} ${MetricName}` === 'AWS/Lambda Errors' &&
          Dimensions.some(({ Value }) => operations.has(render(Value))),
      ),
    );

    // Use createServerErrorCount for these.
    expect(misplaced.map(([name]) => name)).toEqual([]);
  });

  it("on the models' cost has the threshold of the stage", () => {
    expect([prod, dev, full].map((cloud) => readAlarms(cloud)['ModelSpend']?.Threshold)).toEqual([
      25, 5, 12.5,
    ]);
  });
});

const repeat = (count: number, value: number) => Array.from({ length: count }, () => value);
const countErrors = (operation: string, count: number) => ({
  [`Errors \${${operation}Function}`]: repeat(count, 1),
});
const countResponses = (requests: number, errors: number) => ({
  'Count ${ApiHttpApi} $default': repeat(requests, 1),
  '5xx ${ApiHttpApi} $default': repeat(errors, 1),
});
const countScheduledErrors = (refunds: number) => ({
  'Errors ${RefundAbandonedFunction}': [...repeat(refunds, 1), 0],
  'Errors ${FinishClosingsFunction}': [0],
  'Errors ${DeleteExpiredReferencesFunction}': [0],
});
const sampleBucket = (metric: string, value: number) => ({
  [`${metric} \${ImagesBucket} AllObjects`]: [value],
});
const WEBHOOK = 'ServerErrors POST /api/stripe-webhook';

/** For each alarm: samples that make it active, and samples that do not. No other metric was ever written. */
const ALARM_CASES: Record<string, { active: readonly Samples[]; inactive: readonly Samples[] }> = {
  RefundRate: {
    active: [{ GenerationFailures: repeat(10, 1) }, { GenerationFailures: [...repeat(8, 0), 1, 1] }],
    inactive: [{ GenerationFailures: [...repeat(9, 0), 1] }, { GenerationFailures: repeat(9, 1) }],
  },
  ModelsUnavailable: {
    active: [{ 'Generations model_unavailable': repeat(5, 1) }],
    inactive: [{ 'Generations model_unavailable': repeat(4, 1) }, { 'Generations succeeded': repeat(9, 1) }],
  },
  FilteredPrompts: {
    active: [{ 'Generations content_filtered': repeat(30, 1) }],
    inactive: [{ 'Generations content_filtered': repeat(29, 1) }],
  },
  InvalidReferences: {
    active: [{ 'Generations reference_invalid': repeat(30, 1) }],
    inactive: [{ 'Generations reference_invalid': repeat(29, 1) }],
  },
  ReferenceFailures: {
    active: [{ ReferenceFailures: repeat(20, 1) }],
    inactive: [{ ReferenceFailures: repeat(19, 1) }],
  },
  PendingTooLong: { active: [{ OldestPending: [0, 601] }], inactive: [{ OldestPending: [600] }] },
  OldestWaiting: { active: [{ OldestWaiting: [0, 420] }], inactive: [{ OldestWaiting: [310] }] },
  DeadLetters: {
    active: [{ 'ApproximateNumberOfMessagesVisible ${WaitingLineDeadLetters.QueueName}': [0, 1] }],
    inactive: [{ 'ApproximateNumberOfMessagesVisible ${WaitingLineDeadLetters.QueueName}': [0] }],
  },
  WaitingErrors: {
    active: [countErrors('GenerateWaiting', 5)],
    inactive: [countErrors('GenerateWaiting', 4)],
  },
  SweepSilent: { active: [{}], inactive: [{ OldestPending: [0] }] },
  ScheduledFailures: { active: [countScheduledErrors(6)], inactive: [countScheduledErrors(5)] },
  UnconfirmedUsers: {
    active: [countErrors('DeleteUnconfirmedUsers', 3)],
    inactive: [countErrors('DeleteUnconfirmedUsers', 2)],
  },
  OrphanedAccounts: {
    active: [countErrors('DeleteOrphanedAccounts', 3)],
    inactive: [countErrors('DeleteOrphanedAccounts', 2)],
  },
  CodeEmails: {
    active: [countErrors('ComposeCodeEmail', 3)],
    inactive: [countErrors('ComposeCodeEmail', 2)],
  },
  SignInTokens: {
    active: [countErrors('RestrictAccessToken', 3)],
    inactive: [countErrors('RestrictAccessToken', 2)],
  },
  WebhookFailures: {
    active: [{ [WEBHOOK]: repeat(3, 1) }],
    inactive: [{ [WEBHOOK]: repeat(2, 1) }, { 'StripeEvents bad_signature': repeat(99, 1) }],
  },
  StripeKeys: {
    active: [{ UnverifiedEvents: [1, 1, 1] }],
    inactive: [{ UnverifiedEvents: [1, 1, 1, 0] }, { UnverifiedEvents: [1, 1] }],
  },
  UnmatchedPayments: { active: [{ UnmatchedPayments: [1] }], inactive: [{}] },
  PaymentsAfterClosing: { active: [{ PaymentsAfterClosing: [1] }], inactive: [{}] },
  ClawbackShortfall: { active: [{ ClawbackShortfall: [0, 1] }], inactive: [{ ClawbackShortfall: [0] }] },
  LedgerDrift: { active: [{ LedgerDrift: [0, 1] }], inactive: [{ LedgerDrift: [0] }] },
  AuditFailures: { active: [countErrors('AuditCredits', 1)], inactive: [countErrors('AuditCredits', 0)] },
  ModelSpend: { active: [{ ModelSpend: [24, 1] }], inactive: [{ ModelSpend: [24] }] },
  BucketUploads: {
    active: [sampleBucket('PutRequests', 20_000)],
    inactive: [sampleBucket('PutRequests', 19_999)],
  },
  BucketDownloads: {
    active: [sampleBucket('BytesDownloaded', 20e9)],
    inactive: [sampleBucket('BytesDownloaded', 19.9e9)],
  },
  ServerErrors: {
    active: [countResponses(100, 5)],
    inactive: [
      countResponses(101, 5),
      countResponses(4, 4),
      { 'Count ${ApiHttpApi} $default': repeat(20, 1) },
    ],
  },
  Throttles: { active: [{ Throttles: repeat(10, 1) }], inactive: [{ Throttles: repeat(9, 1) }] },
};

describe('each alarm', () => {
  it('has a case in which it is active, and one in which it is not', () => {
    const complete = Object.entries(ALARM_CASES).flatMap(([name, { active, inactive }]) =>
      active.length > 0 && inactive.length > 0 ? [name] : [],
    );

    expect(complete.toSorted()).toEqual(alarms.map(([name]) => name).toSorted());
  });

  it.each(
    Object.entries(ALARM_CASES).flatMap(([name, { active, inactive }]) => [
      ...active.map((samples) => [name, 'active', samples] as const),
      ...inactive.map((samples) => [name, 'inactive', samples] as const),
    ]),
  )('is correct: %s is %s after %j', (name, state, samples) => {
    const alarm = readAlarms(prod)[name];

    expect(alarm && isActive(alarm, samples)).toBe(state === 'active');
  });
});

describe('the runbook', () => {
  it('has a section for each alarm and the budget, with the name in their messages, and no other section', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
    );
    const anchors = alarms.map(
      ([, { AlarmDescription }]) => /docs\/runbook\.md#([a-z-]+)$/.exec(AlarmDescription)?.[1],
    );

    expect(headings.toSorted()).toEqual([...anchors, 'monthly-budget'].toSorted());
  });
});

it('the responses with 5xx are counted by endpoint from the access log, and apart from those of other stages', () => {
  const { Properties } = prod.one('AWS::Logs::MetricFilter', 'ServerErrors');
  const { Format } = prod.one('AWS::ApiGatewayV2::Stage', 'ApiStage').Properties[
    'AccessLogSettings'
  ] as Record<string, unknown>;

  expect(render(Properties['LogGroupName'])).toBe('${ApiAccessLog}');
  expect(Properties).toMatchObject({
    FilterPattern: '{ $.status = "5*" }',
    MetricTransformations: [
      {
        MetricNamespace: API_NAMESPACE,
        MetricName: 'ServerErrors',
        MetricValue: '1',
        Dimensions: [
          { Key: 'service', Value: '$.service' },
          { Key: 'route', Value: '$.routeKey' },
        ],
      },
    ],
  });
  expect(JSON.parse(String(Format))).toMatchObject({
    service: 'Thumbforge-prod',
    status: '$context.status',
    routeKey: '$context.routeKey',
  });
});
