import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

interface IdentityProps {
  /** Runs after a sign-up is confirmed. */
  welcomeUser: lambda.IFunction;
  /** Keep the users when the stack goes, and refuse to delete the pool. */
  keepData: boolean;
}

/** Who may sign in: a user pool with e-mail addresses as names, and the site as its one client. */
export class Identity extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string, { welcomeUser, keepData }: IdentityProps) {
    super(scope, id);
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
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      userVerification: {
        emailSubject: 'Your Thumbforge code',
        emailBody: 'Your Thumbforge code is {####}. If you did not ask for it, ignore this message.',
        emailStyle: cognito.VerificationEmailStyle.CODE,
      },
      lambdaTriggers: { postConfirmation: welcomeUser },
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.client = this.pool.addClient('Site', {
      // SRP: the password itself never travels.
      authFlows: { userSrp: true },
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
