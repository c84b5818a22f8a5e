import { Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { API_ERRORS, composeError, type ErrorBody, type ErrorData } from '../../contract/errors.ts';

interface FirewallProps {
  /** Requests from one IP address in five minutes before WAF blocks it. */
  requestsPerFiveMinutes: number;
}

const FIVE_MINUTES = 300;

/**
 * Rules of the common rule set that only count. They search request bodies for scripts, paths and addresses, and reject
 * bodies above 8 KB. Here a body is a prompt, which may mention any of these ("how ../etc/passwd leaks"), or a Stripe
 * event, which is often larger. Bodies are parsed as JSON of at most 64 KB and never become a page, a path or an address.
 */
const COUNTED_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/**
 * AWS WAF in front of CloudFront: a rate limit per IP address, then AWS's IP reputation list and managed rules. A caller who
 * uses API Gateway's own address bypasses it, but not the tokens, the throttles and the rate limits of each user. HTTP APIs do
 * not support WAF, and a secret header between CloudFront and the API would be visible in the template.
 */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { requestsPerFiveMinutes }: FirewallProps) {
    super(scope, id);
    const error = { code: 'too_many_requests', charge: 'none' } as const satisfies ErrorData;
    const body: ErrorBody = { error: composeError(error), ...error, requestId: '' };
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      description: `Firewall of the site of ${Stack.of(this).stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: createVisibilityConfig('Firewall'),
      customResponseBodies: {
        tooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) },
      },
      rules: [
        {
          // Stripe sends webhooks from about a dozen addresses, so the limit is far above the expected sales.
          ...createRateRule('RateLimit', 0, requestsPerFiveMinutes),
          action: {
            block: {
              customResponse: {
                responseCode: API_ERRORS[error.code].status,
                customResponseBodyKey: 'tooMany',
                responseHeaders: [{ name: 'retry-after', value: String(FIVE_MINUTES) }],
              },
            },
          },
        },
        createManagedRule(1, 'AWSManagedRulesAmazonIpReputationList'),
        createManagedRule(2, 'AWSManagedRulesCommonRuleSet', COUNTED_RULES),
        createManagedRule(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    });
    this.arn = acl.attrArn;
  }
}

/**
 * A rate limit per IP address. The caller adds its action.
 * @param scopeDownStatement the requests that count. @default all
 */
export function createRateRule(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: wafv2.CfnWebACL.StatementProperty,
): Omit<wafv2.CfnWebACL.RuleProperty, 'action'> {
  return {
    name,
    priority,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit,
        evaluationWindowSec: FIVE_MINUTES,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    visibilityConfig: createVisibilityConfig(name),
  };
}

/** A managed rule group in its newest version. @param counted rules that only count. */
function createManagedRule(
  priority: number,
  name: string,
  counted: string[] = [],
): wafv2.CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ...(counted.length > 0 && {
          ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        }),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: createVisibilityConfig(name),
  };
}

/** Metrics and samples. No log of every request, which would store every IP address. */
export function createVisibilityConfig(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}
