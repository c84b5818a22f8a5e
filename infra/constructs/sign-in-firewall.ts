import { Stack } from 'aws-cdk-lib';
import type * as cognito from 'aws-cdk-lib/aws-cognito';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { createRateRule, createVisibilityConfig } from './firewall.ts';

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
