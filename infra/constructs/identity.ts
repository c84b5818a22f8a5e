import { Annotations, Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StageSettings } from '../stages/settings.ts';
import { codeMail } from './mails.ts';

interface IdentityProps {
  /** `keepData`: keep the users when the stack goes, and refuse to delete the pool. */
  settings: Pick<StageSettings, 'keepData' | 'magicLink' | 'ses'>;
  /** Where the links in the mails lead. */
  siteOrigin: string;
  /** Runs after a sign-up is confirmed. */
  welcomeUser: lambda.IFunction;
}

/** Who may sign in: a user pool with e-mail addresses as names, and the site as its one client. */
export class Identity extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string, { settings, siteOrigin, welcomeUser }: IdentityProps) {
    super(scope, id);
    const { keepData, magicLink, ses } = settings;
    const mail = codeMail(siteOrigin);
    this.pool = new cognito.UserPool(this, 'Pool', {
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      // Length protects more than a mixture of signs does (NIST SP 800-63B, section 3.1.1).
      passwordPolicy: {
        minLength: 10,
        requireLowercase: true,
        requireUppercase: false,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(3),
      },
      // The one-time code's own words stay Cognito's: they can be set with multi-factor sign-in alone.
      ...(magicLink && { signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true } } }),
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      userVerification: {
        emailSubject: mail.subject,
        emailBody: mail.body,
        emailStyle: cognito.VerificationEmailStyle.CODE,
      },
      ...(ses !== undefined && { email: sender(ses) }),
      lambdaTriggers: { postConfirmation: welcomeUser },
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    if (keepData && ses === undefined) {
      Annotations.of(this).addWarningV2(
        'thumbforge:mailWithoutSes',
        'Cognito itself sends at most 50 messages a day. Give this stage the setting ses before creators come.',
      );
    }
    this.client = this.pool.addClient('Site', {
      // SRP: the password itself never travels. USER_AUTH asks for the one-time code.
      authFlows: { userSrp: true, user: magicLink },
      // The site has no hosted login page.
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      refreshTokenRotationGracePeriod: Duration.seconds(30),
    });
  }
}

function sender(ses: NonNullable<StageSettings['ses']>): cognito.UserPoolEmail {
  const { fromAddress, fromName, identity, region } = ses;
  return cognito.UserPoolEmail.withSES({
    fromEmail: fromAddress,
    fromName,
    ...(identity === 'domain' && { sesVerifiedDomain: fromAddress.slice(fromAddress.indexOf('@') + 1) }),
    ...(region !== undefined && { sesRegion: region }),
  });
}
