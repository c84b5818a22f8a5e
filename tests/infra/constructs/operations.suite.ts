import { describe, expect, it } from 'vitest';
import { prod, render } from '../support/cloud.ts';

const rules = Object.entries(prod.all('AWS::Events::Rule')).map(([id, { Properties }]) => ({
  id,
  expression: Properties['ScheduleExpression'],
  state: Properties['State'],
  targets: Properties['Targets'] as { Arn: unknown; RetryPolicy: unknown }[],
}));

describe('the clock', () => {
  it.each([
    ['OperationsEveryFiveMinutes', 'rate(5 minutes)', ['RefundAbandoned', 'FinishClosings']],
    ['OperationsDaily', 'rate(1 day)', ['AuditCredits']],
  ])('%s: %s, %j', (id, expression, operations) => {
    const rule = rules.find((candidate) => candidate.id === id);

    expect(rule).toMatchObject({ expression, state: 'ENABLED' });
    expect(rule?.targets.map(({ Arn }) => render(Arn))).toEqual(
      operations.map((operation) => `\${${operation}Function.Arn}`),
    );
    for (const target of rule?.targets ?? []) expect(target.RetryPolicy).toEqual({ MaximumRetryAttempts: 2 });
  });

  it('runs nothing else', () => {
    expect(rules).toHaveLength(2);
  });
});

describe('the outputs', () => {
  const outputs = prod.template.findOutputs('*') as Record<string, { Value: unknown }>;

  it.each([
    ['SiteUrl', 'https://${SiteDistribution.DomainName}'],
    ['StripeSecretArn', '${PaymentsStripeSecret}'],
    ['UserPoolId', '${IdentityPool}'],
    ['AuditCreditsFunctionName', '${AuditCreditsFunction}'],
    ['ShowAccountFunctionName', '${ShowAccountFunction}'],
    ['GrantCreditsFunctionName', '${GrantCreditsFunction}'],
  ])('tell a command or a person %s', (name, value) => {
    expect(render(outputs[name]?.Value)).toBe(value);
  });
});

describe("the operators' functions", () => {
  it.each(['AuditCredits', 'ShowAccount', 'GrantCredits'])('%s: no route leads to it', (operation) => {
    const uris = Object.values(prod.all('AWS::ApiGatewayV2::Integration')).map(({ Properties }) =>
      render(Properties['IntegrationUri']),
    );
    expect(uris).not.toContain(`\${${operation}Function.Arn}`);

    const invokers = Object.values(prod.all('AWS::Lambda::Permission'))
      .map(({ Properties }) => Properties)
      .filter(({ FunctionName }) => render(FunctionName).includes(`${operation}Function`))
      .map(({ Principal }) => Principal);
    expect(invokers).toEqual(operation === 'AuditCredits' ? ['events.amazonaws.com'] : []);
  });
});
