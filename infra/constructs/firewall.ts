import { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
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

interface SignInFirewallProps {
  pool: cognito.IUserPool;
  /** Requests from one IP address in five minutes before WAF blocks it. */
  signInRequestsPerFiveMinutes: number;
  /** Of these, the requests that create a user or send a code. */
  signUpRequestsPerFiveMinutes: number;
}

/** The operations that create a user, who costs a monthly active user, or send an e-mail. */
const SIGN_UP_OPERATIONS = ['SignUp', 'ResendConfirmationCode', 'ForgotPassword'];

/**
 * AWS WAF in front of the user pool, which the browser calls directly: rate limits per IP address against mass sign-ups and
 * password guessing. Cognito sends its own response to a blocked request (Amazon Cognito developer guide, "Associate an
 * AWS WAF web ACL with a user pool").
 */
export class SignInFirewall extends Construct {
  constructor(scope: Construct, id: string, props: SignInFirewallProps) {
    super(scope, id);
    const { pool, signInRequestsPerFiveMinutes, signUpRequestsPerFiveMinutes } = props;
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      description: `Firewall of the user pool of ${Stack.of(this).stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: createVisibilityConfig('SignInFirewall'),
      rules: [
        { ...createRateRule('RateLimit', 0, signInRequestsPerFiveMinutes), action: { block: {} } },
        {
          ...createRateRule('SignUpRateLimit', 1, signUpRequestsPerFiveMinutes, {
            orStatement: { statements: SIGN_UP_OPERATIONS.map(matchOperation) },
          }),
          action: { block: {} },
        },
      ],
    });
    new wafv2.CfnWebACLAssociation(this, 'Association', {
      resourceArn: pool.userPoolArn,
      webAclArn: acl.attrArn,
    });
  }
}

/** The header is `AWSCognitoIdentityProviderService.SignUp`, in any letter case. `ConfirmSignUp` does not match. */
function matchOperation(operation: string): wafv2.CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      // Free JSON in CloudFormation: CDK does not rename its key.
      fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
      positionalConstraint: 'ENDS_WITH',
      searchString: `.${operation.toLowerCase()}`,
      textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
    },
  };
}

/**
 * A rate limit per IP address. The caller adds its action.
 * @param scopeDownStatement the requests that count. @default all
 */
function createRateRule(
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
function createVisibilityConfig(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}
