import { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { createRateRule, createVisibilityConfig } from './firewall.ts';

interface SignInFirewallProps {
  pool: cognito.IUserPool;
  /** Requests from one IP address in five minutes before WAF blocks it. */
  signInRequestsPerFiveMinutes: number;
}

/**
 * AWS WAF in front of the user pool, which the browser calls directly: a rate limit per IP address against mass sign-ups and
 * password guessing. Cognito sends its own response to a blocked request (Amazon Cognito developer guide, "Associate an
 * AWS WAF web ACL with a user pool").
 */
export class SignInFirewall extends Construct {
  constructor(scope: Construct, id: string, { pool, signInRequestsPerFiveMinutes }: SignInFirewallProps) {
    super(scope, id);
    const acl = new wafv2.CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      description: `Firewall of the user pool of ${Stack.of(this).stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: createVisibilityConfig('SignInFirewall'),
      rules: [{ ...createRateRule(signInRequestsPerFiveMinutes), action: { block: {} } }],
    });
    new wafv2.CfnWebACLAssociation(this, 'Association', {
      resourceArn: pool.userPoolArn,
      webAclArn: acl.attrArn,
    });
  }
}
