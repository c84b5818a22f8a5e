import { expect, it } from 'vitest';
import { prod, render } from '../support/cloud.ts';

it('runs refund-abandoned every five minutes, and nothing else by the clock', () => {
  const rules = Object.values(prod.all('AWS::Events::Rule')).map(({ Properties }) => Properties);

  expect(rules).toMatchObject([{ ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED' }]);
  const targets = rules[0]?.['Targets'] as { Arn: unknown; RetryPolicy: unknown }[];
  expect(targets.map(({ Arn }) => render(Arn))).toEqual(['${RefundAbandonedFunction.Arn}']);
  expect(targets[0]?.RetryPolicy).toEqual({ MaximumRetryAttempts: 2 });
});

it('tells where the site is, and the secret to fill in', () => {
  const outputs = prod.template.findOutputs('*') as Record<string, { Value: unknown }>;

  expect(Object.keys(outputs)).toEqual(['SiteUrl', 'StripeSecretArn']);
  expect(render(outputs['SiteUrl']?.Value)).toBe('https://${SiteDistribution.DomainName}');
});
