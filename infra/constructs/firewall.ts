import { Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { API_ERRORS, type ErrorBody } from '../../contract/errors.ts';

interface FirewallProps {
  /** Requests that one IP address may send in any five minutes. */
  requestsPerFiveMinutes: number;
}

const FIVE_MINUTES = 300;

/**
 * Rules of AWS's common set that only count. They look for scripts, paths and addresses in request bodies, and for
 * bodies above 8 KB. Our bodies are prompts, in which all of that is a thumbnail's subject ("how ../etc/passwd leaks"),
 * and Stripe's events, which are often larger. Neither is ever a page, a path or an address here: bodies are parsed
 * as JSON of at most 64 KB, and Stripe's are signed.
 */
const ONLY_COUNTED = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/**
 * AWS WAF before the site: a limit per address, then AWS's lists and rules. It stands before CloudFront alone. Whoever
 * finds out the API's own address passes it by, and still meets the tokens, the throttle and the rate limits of each user:
 * an HTTP API cannot have a firewall, and a secret header between the two would stand in the template.
 */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { requestsPerFiveMinutes }: FirewallProps) {
    super(scope, id);
    const { too_many_requests: tooMany } = API_ERRORS;
    const body: ErrorBody = { error: tooMany.message, code: 'too_many_requests', requestId: '' };
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      description: `Before the site of ${Stack.of(this).stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: visibility('Firewall'),
      customResponseBodies: {
        tooMany: { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) },
      },
      rules: [
        {
          name: 'RateLimit',
          priority: 0,
          // Stripe sends from a dozen addresses: together they may send more than we will ever sell.
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: requestsPerFiveMinutes,
              evaluationWindowSec: FIVE_MINUTES,
            },
          },
          action: {
            block: {
              customResponse: {
                responseCode: tooMany.status,
                customResponseBodyKey: 'tooMany',
                responseHeaders: [{ name: 'retry-after', value: String(FIVE_MINUTES) }],
              },
            },
          },
          visibilityConfig: visibility('RateLimit'),
        },
        managed(1, 'AWSManagedRulesAmazonIpReputationList'),
        managed(2, 'AWSManagedRulesCommonRuleSet', ONLY_COUNTED),
        managed(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    });
    this.arn = acl.attrArn;
  }
}

/** A set of rules that AWS keeps, at its newest version. @param counted rules of it that let through, and count. */
function managed(priority: number, name: string, counted: string[] = []): wafv2.CfnWebACL.RuleProperty {
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
    visibilityConfig: visibility(name),
  };
}

/** Counters and samples of what matched; no log of every request, which would keep the addresses of everybody. */
function visibility(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}
