import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { METRIC_NAMESPACE } from '#contract/metrics.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { expectOwnMetric, isActive, type AlarmProperties, type Samples } from './support/alarms.ts';
import { dev, full, prod, render, type Cloud } from './support/cloud.ts';

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

  it.each(alarms)('uses only metrics that exist and belong to this stack: %s', (_, alarm) => {
    for (const { Namespace, MetricName, Dimensions = [] } of listMetrics(alarm)) {
      if (Namespace === METRIC_NAMESPACE) {
        expectOwnMetric(MetricName, new Map(Dimensions.map(({ Name, Value }) => [Name, Value])));
      } else {
        expect(['AWS/Lambda', 'AWS/ApiGateway', 'AWS/S3', 'AWS/SES', 'AWS/SQS', API_NAMESPACE]).toContain(
          Namespace,
        );
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

interface AlarmCases {
  active: readonly Samples[];
  inactive: readonly Samples[];
}

const repeat = (count: number, value: number) => Array.from({ length: count }, () => value);

/** The samples of an alarm that a number of events activates, and one event less does not. */
const atLeast = (count: number, metric: string): AlarmCases => ({
  active: [{ [metric]: repeat(count, 1) }],
  inactive: [{ [metric]: repeat(count - 1, 1) }],
});
const errors = (operation: string) => `Errors \${${operation}Function}`;
const countResponses = (requests: number, failures: number) => ({
  'Count ${ApiHttpApi} $default': repeat(requests, 1),
  '5xx ${ApiHttpApi} $default': repeat(failures, 1),
});
const countScheduledErrors = (refunds: number) => ({
  'Errors ${RefundAbandonedFunction}': [...repeat(refunds, 1), 0],
  'Errors ${FinishClosingsFunction}': [0],
  'Errors ${DeleteExpiredReferencesFunction}': [0],
  'Errors ${ReconcilePaymentsFunction}': [0],
});
const sampleBucket = (metric: string, value: number) => ({
  [`${metric} \${ImagesBucket} AllObjects`]: [value],
});
const DEAD_LETTERS = 'ApproximateNumberOfMessagesVisible ${WaitingLineDeadLetters.QueueName}';

/** For each alarm: samples that make it active, and samples that do not. No other metric was ever written. */
const ALARM_CASES: Record<string, AlarmCases> = {
  RefundRate: {
    active: [{ GenerationFailures: repeat(10, 1) }, { GenerationFailures: [...repeat(8, 0), 1, 1] }],
    inactive: [{ GenerationFailures: [...repeat(9, 0), 1] }, { GenerationFailures: repeat(9, 1) }],
  },
  ModelsUnavailable: atLeast(5, 'Generations model_unavailable'),
  FilteredPrompts: atLeast(30, 'Generations content_filtered'),
  InvalidReferences: atLeast(30, 'Generations reference_invalid'),
  ReferenceFailures: atLeast(20, 'ReferenceFailures'),
  CutoutErrors: atLeast(5, 'ServerErrors POST /api/cutouts'),
  EditErrors: atLeast(5, 'ServerErrors POST /api/edits'),
  PendingTooLong: { active: [{ OldestPending: [0, 601] }], inactive: [{ OldestPending: [600] }] },
  OldestWaiting: { active: [{ OldestWaiting: [0, 420] }], inactive: [{ OldestWaiting: [310] }] },
  DeadLetters: { active: [{ [DEAD_LETTERS]: [0, 1] }], inactive: [{ [DEAD_LETTERS]: [0] }] },
  WaitingErrors: atLeast(5, errors('GenerateWaiting')),
  SweepSilent: { active: [{}], inactive: [{ OldestPending: [0] }] },
  ScheduledFailures: { active: [countScheduledErrors(6)], inactive: [countScheduledErrors(5)] },
  UnconfirmedUsers: atLeast(3, errors('DeleteUnconfirmedUsers')),
  UserExportSilent: {
    active: [{}, { [errors('ExportUsers')]: [1, 1, 1] }],
    inactive: [{ [errors('ExportUsers')]: [1, 0] }],
  },
  OrphanedAccounts: atLeast(3, errors('DeleteOrphanedAccounts')),
  SignUpConfirmations: atLeast(3, errors('WelcomeUser')),
  CodeEmails: atLeast(3, errors('ComposeCodeEmail')),
  SignInTokens: atLeast(3, errors('RestrictAccessToken')),
  WebhookFailures: atLeast(3, 'ServerErrors POST /api/stripe-webhook'),
  StripeKeys: {
    active: [{ UnverifiedEvents: [1, 1, 1] }],
    inactive: [{ UnverifiedEvents: [1, 1, 1, 0] }, { UnverifiedEvents: [1, 1] }],
  },
  UnmatchedPayments: atLeast(1, 'UnmatchedPayments'),
  PaymentsAfterClosing: atLeast(1, 'PaymentsAfterClosing'),
  ClawbackShortfall: { active: [{ ClawbackShortfall: [0, 1] }], inactive: [{ ClawbackShortfall: [0] }] },
  LedgerDrift: { active: [{ LedgerDrift: [0, 1] }], inactive: [{ LedgerDrift: [0] }] },
  AuditFailures: atLeast(1, errors('AuditCredits')),
  KeyChecks: atLeast(3, errors('AuthorizeKey')),
  McpErrors: atLeast(5, 'ServerErrors POST /mcp'),
  SupportMessages: atLeast(1, 'ServerErrors POST /api/support-messages'),
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
  PageErrors: atLeast(20, 'PageErrors'),
  BouncedEmails: {
    active: [{ 'Reputation.BounceRate': [0.05] }],
    inactive: [{ 'Reputation.BounceRate': [0.049] }, {}],
  },
  Complaints: {
    active: [{ 'Reputation.ComplaintRate': [0.001] }],
    inactive: [{ 'Reputation.ComplaintRate': [0.0009] }, {}],
  },
  Throttles: atLeast(10, 'Throttles'),
};

describe('each alarm', () => {
  it('has a case in which it is active, and a case in which it is not active', () => {
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
    const inEdge = prod.firewall?.one('AWS::CloudWatch::Alarm', 'SiteErrors').Properties as unknown;
    const anchors = [...alarms.map(([, alarm]) => alarm), inEdge as AlarmProperties].map(
      ({ AlarmDescription }) => /docs\/runbook\.md#([a-z-]+)$/.exec(AlarmDescription)?.[1],
    );

    expect(headings.toSorted()).toEqual([...anchors, 'monthly-budget'].toSorted());
  });
});

it('the responses with 5xx are counted by endpoint from the access log, and apart from the responses of other stages', () => {
  const { Properties } = prod.one('AWS::Logs::MetricFilter', 'ServerErrors');
  const { Format } = prod.one('AWS::ApiGatewayV2::Stage', 'ApiStage').Properties[
    'AccessLogSettings'
  ] as Record<string, unknown>;
  const fields = JSON.parse(String(Format)) as Record<string, string>;

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
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['status', 'service', 'routeKey']));
});
