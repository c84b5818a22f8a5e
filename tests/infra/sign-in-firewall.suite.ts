import { describe, expect, it } from 'vitest';
import { dev, full, named, prod, type Cloud } from './support/cloud.ts';
import { countByHeader } from './support/firewall.ts';

describe('the firewall of the user pool', () => {
  const readRules = (cloud: Cloud) =>
    Object.values(cloud.all('AWS::WAFv2::WebACL')).map(({ Properties }) => Properties);

  const endsWith = (SearchString: string) => ({
    ByteMatchStatement: {
      FieldToMatch: { SingleHeader: { Name: 'x-amz-target' } },
      PositionalConstraint: 'ENDS_WITH',
      SearchString,
      TextTransformations: [{ Priority: 0, Type: 'LOWERCASE' }],
    },
  });
  /** Matches requests for a one-time code. The refresh of a session and a sign-in with a password are other flows of the same operation. */
  const CODE_REQUEST = {
    AndStatement: {
      Statements: [
        endsWith('.initiateauth'),
        {
          ByteMatchStatement: {
            FieldToMatch: {
              JsonBody: {
                MatchPattern: { IncludedPaths: ['/AuthFlow'] },
                MatchScope: 'VALUE',
                InvalidFallbackBehavior: 'MATCH',
                OversizeHandling: 'MATCH',
              },
            },
            PositionalConstraint: 'EXACTLY',
            SearchString: 'user_auth',
            TextTransformations: [
              { Priority: 0, Type: 'JS_DECODE' },
              { Priority: 1, Type: 'LOWERCASE' },
            ],
          },
        },
      ],
    },
  };

  it('counts requests for a one-time code with the sign-ups only where a stage offers it', () => {
    const contains = (cloud: Cloud, text: string) => JSON.stringify(readRules(cloud)).includes(text);

    expect([full, prod].map((cloud) => contains(cloud, 'user_auth'))).toEqual([true, false]);
    expect([full, prod].map((cloud) => contains(cloud, '.signup'))).toEqual([true, true]);
  });

  it('limits the rate of each operation, and of all sign-ups and codes, from one IP address where WAF is enabled', () => {
    const rate = { AggregateKeyType: 'IP', EvaluationWindowSec: 300 };
    // A suffix: `ConfirmSignUp` and `ConfirmForgotPassword` do not count.
    const Statements = [
      ...['.signup', '.resendconfirmationcode', '.forgotpassword'].map(endsWith),
      CODE_REQUEST,
    ];
    const signUps = { Limit: 10, ScopeDownStatement: { OrStatement: { Statements } } };

    expect(readRules(full).map(({ Scope }) => Scope)).toEqual(['REGIONAL']);
    expect(readRules(full).flatMap(({ Rules }) => Rules)).toMatchObject([
      {
        Priority: 0,
        Action: { Block: {} },
        Statement: { RateBasedStatement: { ...countByHeader('x-amz-target'), Limit: 5_000 } },
      },
      { Priority: 1, Action: { Block: {} }, Statement: { RateBasedStatement: { ...rate, ...signUps } } },
    ]);
    expect([prod, dev, named].map((cloud) => readRules(cloud).length)).toEqual([1, 0, 0]);
  });
});
