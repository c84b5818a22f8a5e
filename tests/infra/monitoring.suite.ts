import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METRICS, type MetricName } from '#contract/metrics.ts';
import { reportPageErrorRequest } from '#contract/page-errors.ts';
import { FAILURE_CODES } from '../../functions/thumbnails/table/generation-failure.ts';
import { Notifications } from '../../infra/monitoring/notifications.ts';
import { listStacks, named, prod } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

describe('the monthly budget', () => {
  it('is not created if the stage sets monthlyBudgetUsd to 0', () => {
    expect(named.all('AWS::Budgets::Budget')).toEqual({});
  });

  it('names the section of the runbook, without anything that AWS may take for a URL', () => {
    const { BudgetName } = prod.one('AWS::Budgets::Budget', 'NotificationsMonthly').Properties['Budget'] as {
      BudgetName: string;
    };

    expect(BudgetName).toMatch(/^[\w -]+ monthly budget$/);
  });

  // CloudFormation creates the new budget before it deletes the old one, and two budgets cannot have the same name.
  it('has another name if it notifies another topic, and the same name for another amount', () => {
    const nameBudget = (id: string, monthlyBudgetUsd: number) => {
      const stack = new Stack(undefined, 'One', { env: { region: 'us-west-2' } });
      new Notifications(stack, id, {
        settings: { alarmEmail: undefined, alarmUrl: undefined, monthlyBudgetUsd },
      });
      const budgets = Object.values(Template.fromStack(stack).findResources('AWS::Budgets::Budget'));
      return budgets
        .map(({ Properties }) => (Properties as { Budget: { BudgetName: string } }).Budget.BudgetName)
        .join();
    };
    const name = nameBudget('Notifications', 100);

    expect(nameBudget('Notifications', 200)).toBe(name);
    expect(nameBudget('Alarms', 100)).not.toBe(name);
  });
});

/** A metric and one of its dimensions, e.g. `PageErrors code`. The values of a dimension differ from metric to metric. */
type MetricDimension = {
  [Name in MetricName]: `${Name} ${(typeof METRICS)[Name]['by'][number][number]}`;
}[MetricName];

it('docs/scale.md has the fixed costs of the template of prod at list prices', () => {
  const stacks = listStacks(prod);
  const count = (type: string) => stacks.flatMap((stack) => Object.keys(stack.all(type))).length;
  const listAll = (type: string, key: string) =>
    stacks.flatMap((stack) =>
      Object.values(stack.all(type)).map(
        ({ Properties }) => (Properties[key] ?? [1]) as { Expression?: string }[],
      ),
    );
  const acls = count('AWS::WAFv2::WebACL');
  const rules = listAll('AWS::WAFv2::WebACL', 'Rules').flat().length;
  const secrets = count('AWS::SecretsManager::Secret');
  // CloudWatch bills an alarm for each metric that it reads.
  const alarmMetrics = listAll('AWS::CloudWatch::Alarm', 'Metrics').map((metrics) =>
    Math.max(1, metrics.filter(({ Expression }) => Expression === undefined).length),
  );
  const alarms = alarmMetrics.reduce((sum, metrics) => sum + metrics, 0);
  const { models, services, promptModel } = STAGES.prod;
  const { code, page } = reportPageErrorRequest.shape;
  const allModels = models.length + services.length + (promptModel === undefined ? 0 : 1);
  const values: Record<MetricDimension, number> = {
    // Succeeded and abandoned are no failures.
    'Generations outcome': FAILURE_CODES.length + 2,
    'Generations model': allModels,
    'ModelTime model': allModels,
    'ModelUnavailable model': allModels,
    'ModelSpend model': allModels,
    'ReferenceFailures reason': 4,
    'CreditsRefunded cause': 3,
    'StripeEvents outcome': 8,
    'PageErrors page': page.options.length,
    'PageErrors code': code.options.length,
  };
  const own = Object.values(values).reduce((sum, number) => sum + number, Object.keys(METRICS).length);
  const dollars = (amount: number) => amount.toFixed(2);

  const lines = [
    `| Firewalls: ${acls} web ACLs and ${rules} rules | ${dollars(acls * 5 + rules)} |`,
    `| Custom metrics: at most ${own}, when each value of each dimension has occurred | ${dollars(own * 0.3)} |`,
    `| Request metrics of the images bucket: ${REQUEST_METRICS} | ${dollars(REQUEST_METRICS * 0.3)} |`,
    `| Alarms: ${alarmMetrics.length}, which read ${alarms} metrics | ${dollars(alarms * 0.1)} |`,
    `| Secrets: ${secrets} | ${dollars(secrets * 0.4)} |`,
  ];
  const scale = readFileSync('docs/scale.md', 'utf8').replaceAll(/ +/g, ' ');
  expect(lines.filter((line) => !scale.includes(line))).toEqual([]);
});

/**
 * Number of the request metrics that S3 counts for a bucket (Amazon S3 user guide, "Metrics and dimensions"). CloudWatch bills
 * them like custom metrics.
 */
const REQUEST_METRICS = 16;
