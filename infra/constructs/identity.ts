import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { allowUserPool } from '../permissions.ts';
import { nameIdentity, type Sender } from '../stages/sender.ts';
import type { StageSettings } from '../stages/settings.ts';

interface IdentityProps {
  settings: Pick<StageSettings, 'keepData' | 'magicLink' | 'ses'>;
  siteOrigin: string;
  /** Trigger after a confirmed sign-up and after a password reset. */
  welcomeUser: lambda.Function;
  /** Trigger before an e-mail with a code. Only used with Amazon SES. */
  composeCodeEmail: lambda.Function;
  /** Trigger before tokens are issued. */
  restrictAccessToken: lambda.Function;
}

/** The user pool, with e-mail addresses as user names, and its client for the site. */
export class Identity extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id);
    const { settings, siteOrigin, welcomeUser, composeCodeEmail, restrictAccessToken } = props;
    const { keepData, magicLink, ses } = settings;
    this.pool = new cognito.UserPool(this, 'Pool', {
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // With a mutable address, an access token is enough to move an account to another mailbox.
      standardAttributes: { email: { required: true, mutable: false } },
      // Length protects better than a mixture of character types (NIST SP 800-63B, section 3.1.1).
      passwordPolicy: {
        minLength: 10,
        requireLowercase: true,
        requireUppercase: false,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(3),
      },
      // Cognito allows a custom text of the one-time code only with multi-factor authentication.
      ...(magicLink && { signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true } } }),
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      userVerification: createCodeEmail(siteOrigin),
      ...(ses !== undefined && { email: createSender(ses) }),
      lambdaTriggers: {
        postConfirmation: welcomeUser,
        // Without SES, Cognito answers a text of this trigger with InvalidLambdaResponseException (developer guide,
        // "Custom message Lambda trigger"). The e-mails then have the text above.
        ...(ses !== undefined && { customMessage: composeCodeEmail }),
      },
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    if (ses !== undefined) setIdentity(this.pool, ses);
    this.pool.addTrigger(
      cognito.UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      restrictAccessToken,
      // Version 1 of the trigger cannot change access tokens. This version needs the plan Essentials.
      cognito.LambdaVersion.V2_0,
    );
    this.client = this.pool.addClient('Site', {
      // SRP: the password never leaves the browser. USER_AUTH requests the one-time code.
      authFlows: { userSrp: true, user: magicLink },
      // The site does not use the hosted sign-in page.
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      refreshTokenRotationGracePeriod: Duration.seconds(30),
    });
    if (welcomeUser.role !== undefined) {
      // A separate policy: the function must not depend on it, because the pool depends on the function.
      new iam.Policy(this, 'TriggerPolicy', {
        roles: [welcomeUser.role],
        statements: allowUserPool(this.pool, 'AdminUserGlobalSignOut', 'AdminSetUserPassword').permissions,
      });
    }
    acknowledge(this.pool, {
      'AwsSolutions-COG1':
        'Ten characters with a letter and a digit: length protects better than a mixture of character types (NIST SP 800-63B, 3.1.1).',
      'AwsSolutions-COG2':
        'An account holds credits of little value and public thumbnails. A second factor would cost more creators than it protects.',
      'AwsSolutions-COG8':
        'The Plus plan costs money for every monthly user. SRP, errors that do not reveal accounts, refresh token rotation and the firewall do not need it.',
    });
  }
}

function createSender({ fromAddress, fromName, region }: Sender): cognito.UserPoolEmail {
  return cognito.UserPoolEmail.withSES({
    fromEmail: fromAddress,
    fromName,
    ...(region !== undefined && { sesRegion: region }),
  });
}

/** CDK names only the address or its own domain, and SES also sends for the subdomains of a verified domain. */
function setIdentity(pool: cognito.UserPool, sender: Sender): void {
  const { region, partition, account } = Stack.of(pool);
  const arn = `arn:${partition}:ses:${sender.region ?? region}:${account}:identity/${nameIdentity(sender)}`;
  const resource = pool.node.defaultChild as cognito.CfnUserPool;
  resource.addPropertyOverride('EmailConfiguration.SourceArn', arn);
}

/**
 * The e-mail with a code when the function compose-code-email sets no text. A user pool uses the same template for
 * sign-up, a resent code and a password reset, so the text fits all three. The link fills in the code; the browser that
 * requested the code knows which form it is for, and another browser asks. Cognito replaces each `{####}` by the code.
 */
function createCodeEmail(siteOrigin: string): cognito.UserVerificationConfig {
  const link = `${siteOrigin}/auth?code={####}`;
  return {
    emailStyle: cognito.VerificationEmailStyle.CODE,
    emailSubject: 'Your Thumbforge code: confirm your email or set a password',
    emailBody: [
      '<p>Your Thumbforge code is <b>{####}</b>. It confirms your email, or sets a new password if you asked for one.</p>',
      `<p><a href="${link}">Continue on Thumbforge</a></p>`,
      '<p>The link fills the code in for you. If you did not ask for it, ignore this message.</p>',
    ].join('\n'),
  };
}
