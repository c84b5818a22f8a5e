import { describe, expect, it } from 'vitest';
import { API_ERRORS } from '../../contract/errors.ts';
import { dev, other, prod, render } from './support/cloud.ts';

interface Rule {
  Name: string;
  Priority: number;
  Action?: Record<string, unknown>;
  OverrideAction?: Record<string, unknown>;
  Statement: Record<string, Record<string, unknown>>;
}

const aclOf = (cloud: typeof prod) => {
  const { Properties } = cloud.edge?.one('AWS::WAFv2::WebACL', 'FirewallWebAcl') ?? {};
  return Properties as { Rules: Rule[]; [property: string]: unknown };
};
const acl = aclOf(prod);
const rule = (name: string) => acl.Rules.find(({ Name }) => Name === name);

describe('the stack in us-east-1', () => {
  it('is there for prod, which has a firewall, and not for dev, which has none', () => {
    expect(Object.keys(prod.edge?.template.toJSON()['Resources'] as object)).toHaveLength(1);
    expect(dev.edge).toBeUndefined();
  });

  it('is referred to by its output when the main stack deploys, so that either can be changed', () => {
    const config = prod.one('AWS::CloudFront::Distribution', 'SiteDistribution').Properties[
      'DistributionConfig'
    ] as { WebACLId: { 'Fn::GetStackOutput': Record<string, string> } };
    const { StackName, Region, OutputName = '' } = config.WebACLId['Fn::GetStackOutput'];
    const outputs = prod.edge?.template.findOutputs(OutputName) as Record<string, { Value: unknown }>;

    expect([StackName, Region]).toEqual(['Thumbforge-prod-edge', 'us-east-1']);
    expect(render(outputs[OutputName]?.Value)).toBe('${FirewallWebAcl.Arn}');
  });
});

describe('the firewall', () => {
  it('stands before CloudFront and lets through what no rule stops', () => {
    expect(acl).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
  });

  it('has these rules, in this order', () => {
    expect(acl.Rules.map(({ Priority, Name }) => [Priority, Name])).toEqual([
      [0, 'RateLimit'],
      [1, 'AWSManagedRulesAmazonIpReputationList'],
      [2, 'AWSManagedRulesCommonRuleSet'],
      [3, 'AWSManagedRulesKnownBadInputsRuleSet'],
    ]);
  });

  it('stops an address that sends too much, with an error that the site understands', () => {
    expect(rule('RateLimit')).toMatchObject({
      Statement: {
        RateBasedStatement: { AggregateKeyType: 'IP', Limit: 1_000, EvaluationWindowSec: 300 },
      },
      Action: {
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'tooMany',
            ResponseHeaders: [{ Name: 'retry-after', Value: '300' }],
          },
        },
      },
    });
    const { tooMany } = acl['CustomResponseBodies'] as Record<string, { Content: string }>;
    expect(JSON.parse(tooMany?.Content ?? '')).toEqual({
      error: API_ERRORS.too_many_requests.message,
      code: 'too_many_requests',
      requestId: '',
    });
  });

  it("takes the stage's own limit", () => {
    expect(aclOf(other).Rules[0]?.Statement).toMatchObject({ RateBasedStatement: { Limit: 500 } });
  });

  it("lets AWS's rules stop what they find, but counts alone what they find in bodies: prompts and Stripe's events", () => {
    const groups = acl.Rules.slice(1);

    for (const { OverrideAction } of groups) expect(OverrideAction).toEqual({ None: {} });
    expect(
      groups.map(({ Statement }) => Statement['ManagedRuleGroupStatement']?.['RuleActionOverrides']),
    ).toEqual([
      undefined,
      [
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'EC2MetaDataSSRF_BODY',
      ].map((Name) => ({ Name, ActionToUse: { Count: {} } })),
      undefined,
    ]);
  });
});
