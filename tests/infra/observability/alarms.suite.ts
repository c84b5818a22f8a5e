import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METRIC_NAMESPACE, METRICS, type MetricName } from '../../../contract/metrics.ts';
import { dev, other, permissions, prod, render, statements } from '../support/cloud.ts';

interface Query {
  Id: string;
  Expression?: string;
  ReturnData?: boolean;
  MetricStat?: { Metric: Reading; Period: number; Stat: string };
}
interface Reading {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}
interface AlarmProperties extends Partial<Reading> {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  ComparisonOperator: string;
  EvaluationPeriods: number;
  Threshold: number;
  TreatMissingData: string;
  Period?: number;
  Statistic?: string;
  Metrics?: Query[];
}

const alarmsOf = (cloud: typeof prod) =>
  Object.fromEntries(
    Object.entries(cloud.all('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
      id.replace(/^Alarms/, ''),
      Properties as unknown as AlarmProperties,
    ]),
  );
const alarms = alarmsOf(prod);
const named = Object.entries(alarms);

/** One alarm's metric or formula, how often it is looked at, and what raises it. */
function rule({ Metrics = [], ...alarm }: AlarmProperties): unknown[] {
  const formula = Metrics.find(({ ReturnData }) => ReturnData !== false);
  const period = alarm.Period ?? Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period;
  return [
    formula?.Expression ?? `${alarm.Statistic ?? ''} ${alarm.MetricName ?? ''}`,
    `${alarm.EvaluationPeriods} × ${period ?? 0} s`,
    alarm.ComparisonOperator,
    alarm.Threshold,
    alarm.TreatMissingData,
  ];
}

/** Every metric that an alarm reads. */
function readings({
  Metrics = [],
  Namespace = '',
  MetricName = '',
  Dimensions = [],
}: AlarmProperties): Reading[] {
  if (Metrics.length === 0) return [{ Namespace, MetricName, Dimensions }];
  return Metrics.flatMap(({ MetricStat }) => (MetricStat === undefined ? [] : [MetricStat.Metric]));
}

describe('the alarms', () => {
  const [atLeast, above, below] = [
    'GreaterThanOrEqualToThreshold',
    'GreaterThanThreshold',
    'LessThanThreshold',
  ];
  const expected: Record<string, unknown[]> = {
    RefundRate: [
      'IF(all >= 10, 100 * (all - FILL(succeeded, 0) - FILL(declined, 0)) / all, 0)',
      '1 × 900 s',
      atLeast,
      20,
      'notBreaching',
    ],
    ModelsUnavailable: ['Sum Generations', '2 × 300 s', atLeast, 5, 'notBreaching'],
    PendingTooLong: ['Maximum OldestPending', '1 × 300 s', above, 600, 'notBreaching'],
    SweepSilent: ['SampleCount OldestPending', '1 × 900 s', below, 1, 'breaching'],
    ScheduledFailures: [
      'FILL(refundAbandoned, 0) + FILL(finishClosings, 0)',
      '1 × 1800 s',
      atLeast,
      6,
      'notBreaching',
    ],
    WebhookFailures: [
      'FILL(failed, 0) + FILL(unsigned, 0) + FILL(crashed, 0)',
      '1 × 900 s',
      atLeast,
      3,
      'notBreaching',
    ],
    UnmatchedPayments: ['Sum UnmatchedPayments', '1 × 300 s', atLeast, 1, 'notBreaching'],
    PaymentsAfterClosing: ['Sum PaymentsAfterClosing', '1 × 300 s', atLeast, 1, 'notBreaching'],
    LedgerDrift: ['FILL(drifting, 0) + FILL(failed, 0)', '1 × 86400 s', atLeast, 1, 'notBreaching'],
    ModelSpend: ['Sum ModelSpend', '1 × 86400 s', atLeast, 25, 'notBreaching'],
    ServerErrors: ['IF(errors >= 5, 100 * errors / requests, 0)', '2 × 300 s', atLeast, 5, 'notBreaching'],
    Throttles: ['Sum Throttles', '1 × 300 s', atLeast, 10, 'notBreaching'],
  };

  it('are these, with these thresholds', () => {
    expect(Object.fromEntries(named.map(([name, alarm]) => [name, rule(alarm)]))).toEqual(expected);
  });

  it('are those of every stage, so that they are tried before they are needed', () => {
    expect(Object.keys(alarmsOf(dev)).sort()).toEqual(Object.keys(alarms).sort());
  });

  it("take the stage's own limit of what the models may cost in a day", () => {
    expect(alarmsOf(dev)['ModelSpend']?.Threshold).toBe(5);
    expect(alarmsOf(other)['ModelSpend']?.Threshold).toBe(12.5);
  });

  it.each(named)(
    '%s: is called by its stack and name, and says to the topic when it begins and ends',
    (name, alarm) => {
      expect(alarm.AlarmName).toBe(`Thumbforge-prod ${name}`);
      expect(alarm.AlarmActions.map(render)).toEqual(['${AlarmsTopic}']);
      expect(alarm.OKActions.map(render)).toEqual(['${AlarmsTopic}']);
      // CloudWatch takes no more.
      expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
    },
  );

  it.each(named)('%s: reads metrics that exist, and of our own those of this stack alone', (_, alarm) => {
    for (const { Namespace, MetricName, Dimensions = [] } of readings(alarm)) {
      const dimensions = new Map(Dimensions.map(({ Name, Value }) => [Name, Value]));
      if (Namespace !== METRIC_NAMESPACE) {
        expect(['AWS/Lambda', 'AWS/ApiGateway']).toContain(Namespace);
        continue;
      }
      const { by } = METRICS[MetricName as MetricName];
      expect(dimensions.get('service')).toBe('Thumbforge-prod');
      dimensions.delete('service');
      expect([[], ...by]).toContainEqual([...dimensions.keys()]);
    }
  });
});

describe('the runbook', () => {
  const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
    ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
  );
  const { BudgetName } = prod.one('AWS::Budgets::Budget', 'AlarmsBudgetMonthly').Properties['Budget'] as {
    BudgetName: string;
  };
  const sections = [...named.map(([, { AlarmDescription }]) => AlarmDescription), BudgetName].map(
    (text) => /docs\/runbook\.md#([a-z-]+)$/.exec(text)?.[1],
  );

  it('has a section for each alarm and for the budget, which names it, and no other', () => {
    expect(headings.toSorted()).toEqual(sections.toSorted());
  });
});

describe('the topic', () => {
  const document = prod.one('AWS::SNS::TopicPolicy', 'AlarmsTopicPolicy').Properties['PolicyDocument'];

  it('is spoken to by CloudWatch and Budgets alone, for this account, over TLS', () => {
    expect(permissions(document)).toEqual([
      'Allow sns:Publish ${AlarmsTopic}',
      'Deny sns:Publish ${AlarmsTopic}',
    ]);
    const [denied, allowed, ...more] = statements(document);
    expect(more).toEqual([]);
    expect(denied).toMatchObject({ Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    expect(allowed).toMatchObject({
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
  });

  it('mails to whom the stage says', () => {
    const subscriptions = Object.values(other.all('AWS::SNS::Subscription')).map(
      ({ Properties }) => Properties,
    );

    expect(subscriptions).toMatchObject([{ Protocol: 'email', Endpoint: 'operator@example.com' }]);
    expect(prod.all('AWS::SNS::Subscription')).toEqual({});
  });

  it('is warned of in prod as long as nobody listens', () => {
    const warning = 'Nobody is told of alarms. Give this stage the setting alarmEmail before creators come.';

    expect(prod.warnings).toContain(warning);
    expect(dev.warnings).not.toContain(warning);
    expect(other.warnings).not.toContain(warning);
  });
});

describe('the budget', () => {
  const monthly = (cloud: typeof prod) => cloud.one('AWS::Budgets::Budget', 'AlarmsBudgetMonthly').Properties;

  it.each([
    ['prod', prod, 750],
    ['dev', dev, 100],
    ['another stage', other, 300],
  ])('of %s is what its settings say, by the month', (_, cloud, Amount) => {
    expect(monthly(cloud)['Budget']).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount, Unit: 'USD' },
    });
  });

  it('tells the topic when most of it is spent, and when it will not do', () => {
    const told = monthly(prod)['NotificationsWithSubscribers'] as {
      Notification: Record<string, unknown>;
      Subscribers: { SubscriptionType: string; Address: unknown }[];
    }[];

    expect(told.map(({ Notification }) => Notification)).toMatchObject([
      { NotificationType: 'ACTUAL', Threshold: 80, ThresholdType: 'PERCENTAGE' },
      { NotificationType: 'FORECASTED', Threshold: 100, ThresholdType: 'PERCENTAGE' },
    ]);
    for (const { Subscribers } of told) {
      expect(Subscribers.map(({ SubscriptionType, Address }) => [SubscriptionType, render(Address)])).toEqual(
        [['SNS', '${AlarmsTopic}']],
      );
    }
  });
});
