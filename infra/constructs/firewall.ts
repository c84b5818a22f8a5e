import { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { composeError } from '#contract/error-reasons.ts';
import { API_ERRORS, type ErrorBody, type ErrorData } from '#contract/errors.ts';
import { API_PATHS } from './api.ts';

const FIVE_MINUTES = 300;

/**
 * Requests from one IP address in five minutes before WAF blocks them. WAF accepts 10 to 2,000,000,000 (AWS WAF developer guide,
 * "Rate-based rule high-level settings"). docs/scale.md compares them with the needs of a creator.
 */
export const FIREWALL_LIMITS = {
  /** Requests to the API. */
  address: 10_000,
  /** Requests of one session to the API. */
  session: 5_000,
  /** Requests for one operation of the user pool. */
  signIn: 5_000,
  /** Sign-ups and requests for a code. Each sign-up costs a monthly active user. */
  signUp: 10,
} as const;

/**
 * Rules of the common rule set that only count. They search request bodies for scripts, paths and addresses, and reject
 * bodies above 8 KB. Here a body is a prompt, which may mention scripts, paths and addresses ("how ../etc/passwd leaks"), or a Stripe
 * event, which is often larger. Bodies are parsed as JSON of a limited size and never become a page, a path or an address.
 */
const COUNTED_RULES = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/**
 * AWS WAF in front of CloudFront: rate limits for the API per session and per IP address, then AWS's IP reputation list and managed rules. A caller who
 * uses API Gateway's own address bypasses it, but not the tokens, the throttles and the rate limits of each user. HTTP APIs do
 * not support WAF, and a secret header between CloudFront and the API would be visible in the template.
 */
export class Firewall extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const error = { code: 'too_many_requests', charge: 'none' } as const satisfies ErrorData;
    const body: ErrorBody = { error: composeError(error), ...error, requestId: '' };
    const block: wafv2.CfnWebACL.RuleActionProperty = {
      block: {
        customResponse: {
          responseCode: API_ERRORS[error.code].status,
          customResponseBodyKey: 'tooMany',
          responseHeaders: [{ name: 'retry-after', value: String(FIVE_MINUTES) }],
        },
      },
    };
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
          ...createRateRule('SessionRateLimit', 0, FIREWALL_LIMITS.session, {
            header: 'authorization',
            scopeDownStatement: TO_THE_API,
          }),
          action: block,
        },
        {
          // WAF does not count a request without the header in the rule above, and a script may invent tokens. The limit of an
          // address is above the limit of a session, because creators may share an address, and Stripe sends webhooks from
          // about a dozen addresses.
          ...createRateRule('RateLimit', 1, FIREWALL_LIMITS.address, { scopeDownStatement: TO_THE_API }),
          action: block,
        },
        createManagedRule(2, 'AWSManagedRulesAmazonIpReputationList'),
        createManagedRule(3, 'AWSManagedRulesCommonRuleSet', COUNTED_RULES),
        createManagedRule(4, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    });
    this.arn = acl.attrArn;
  }
}

/** Files of the site do not count: a page loads dozens, and CloudFront answers most of them itself. */
const TO_THE_API: wafv2.CfnWebACL.StatementProperty = {
  orStatement: {
    statements: API_PATHS.map((searchString) => ({
      byteMatchStatement: {
        fieldToMatch: { uriPath: {} },
        positionalConstraint: 'STARTS_WITH',
        searchString,
        // CloudFront also normalizes a path before it looks for a behavior.
        textTransformations: [
          { priority: 0, type: 'URL_DECODE' },
          { priority: 1, type: 'NORMALIZE_PATH' },
        ],
      },
    })),
  },
};

/** The header with the operation of a request to the user pool, for example `AWSCognitoIdentityProviderService.SignUp`. */
const OPERATION_HEADER = 'x-amz-target';

interface SignInFirewallProps {
  pool: cognito.IUserPool;
  /** True if a sign-in can send a code. */
  magicLink: boolean;
}

/** The operations that create a user, who costs a monthly active user, or send an e-mail. */
const SIGN_UP_OPERATIONS = ['SignUp', 'ResendConfirmationCode', 'ForgotPassword'];

/**
 * AWS WAF in front of the user pool, which the browser calls directly: rate limits per IP address against mass sign-ups and
 * password guessing. A session is in the body of these requests, and WAF cannot count by the body. Therefore the first limit
 * counts each operation of an address separately: guessed passwords do not stop the refresh of other sessions behind the same
 * address. Cognito sends its own response to a blocked request (Amazon Cognito developer guide, "Associate an AWS WAF web ACL
 * with a user pool").
 */
export class SignInFirewall extends Construct {
  constructor(scope: Construct, id: string, { pool, magicLink }: SignInFirewallProps) {
    super(scope, id);
    const statements = [...SIGN_UP_OPERATIONS.map(matchOperation), ...(magicLink ? [CODE_REQUEST] : [])];
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      description: `Firewall of the user pool of ${Stack.of(this).stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: createVisibilityConfig('SignInFirewall'),
      rules: [
        {
          ...createRateRule('RateLimit', 0, FIREWALL_LIMITS.signIn, { header: OPERATION_HEADER }),
          action: { block: {} },
        },
        {
          ...createRateRule('SignUpRateLimit', 1, FIREWALL_LIMITS.signUp, {
            scopeDownStatement: { orStatement: { statements } },
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

/** Matches requests for an operation, in any letter case. `SignUp` does not match `ConfirmSignUp`. */
function matchOperation(operation: string): wafv2.CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      // Free JSON in CloudFormation: CDK does not rename its key.
      fieldToMatch: { singleHeader: { Name: OPERATION_HEADER } },
      positionalConstraint: 'ENDS_WITH',
      searchString: `.${operation.toLowerCase()}`,
      textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
    },
  };
}

/**
 * The request for a one-time code: the only sign-in with the flow `USER_AUTH`. The same operation refreshes sessions and begins
 * the sign-in with a password, in other flows. Cognito passes the body to WAF without personal data (the same page). A body
 * that WAF cannot read counts, so that padding does not hide the flow.
 */
const CODE_REQUEST: wafv2.CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [
      matchOperation('InitiateAuth'),
      {
        byteMatchStatement: {
          fieldToMatch: {
            jsonBody: {
              matchPattern: { includedPaths: ['/AuthFlow'] },
              matchScope: 'VALUE',
              invalidFallbackBehavior: 'MATCH',
              oversizeHandling: 'MATCH',
            },
          },
          positionalConstraint: 'EXACTLY',
          searchString: 'user_auth',
          textTransformations: [
            { priority: 0, type: 'JS_DECODE' },
            { priority: 1, type: 'LOWERCASE' },
          ],
        },
      },
    ],
  },
};

interface RateRuleOptions {
  /** Counts each value of this header apart. Requests without it do not count. @default counts all of an address together */
  header?: string;
  /** The requests that count. @default all */
  scopeDownStatement?: wafv2.CfnWebACL.StatementProperty;
}

/** A rate limit per IP address. The caller adds its action. */
function createRateRule(
  name: string,
  priority: number,
  limit: number,
  { header, scopeDownStatement }: RateRuleOptions,
): Omit<wafv2.CfnWebACL.RuleProperty, 'action'> {
  return {
    name,
    priority,
    statement: {
      rateBasedStatement: {
        ...(header === undefined
          ? { aggregateKeyType: 'IP' }
          : { aggregateKeyType: 'CUSTOM_KEYS', customKeys: [{ ip: {} }, countByHeader(header)] }),
        limit,
        evaluationWindowSec: FIVE_MINUTES,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    visibilityConfig: createVisibilityConfig(name),
  };
}

/**
 * Counts requests by the value of a header. The value is compared in lower case, so a script gains nothing from other letters
 * of the same value.
 */
function countByHeader(name: string): wafv2.CfnWebACL.RateBasedStatementCustomKeyProperty {
  return { header: { name, textTransformations: [{ priority: 0, type: 'LOWERCASE' }] } };
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
