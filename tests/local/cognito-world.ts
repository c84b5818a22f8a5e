import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetUserCommand,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type CognitoOptions, startCognito } from '../../local/emulators/cognito/cognito.ts';
import type { Mail } from '../../local/emulators/cognito/pool.ts';

export const REGION = 'eu-west-2';
export const POOL_ID = 'eu-west-2_Local1234';
export const CLIENT_ID = 'local-client';
export const PASSWORD = 'correct horse 1';

export const POOL = {
  UsernameAttributes: ['email'],
  AutoVerifiedAttributes: ['email'],
  Policies: {
    PasswordPolicy: { MinimumLength: 10, RequireNumbers: true },
    SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
  },
};

export const CLIENT = {
  UserPoolId: POOL_ID,
  ExplicitAuthFlows: [
    'ALLOW_USER_SRP_AUTH',
    'ALLOW_USER_PASSWORD_AUTH',
    'ALLOW_USER_AUTH',
    'ALLOW_REFRESH_TOKEN_AUTH',
  ],
  PreventUserExistenceErrors: 'ENABLED',
  AccessTokenValidity: 60,
  IdTokenValidity: 60,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes' },
};

let people = 0;
export const someone = () => `someone${(people += 1)}@example.com`;

/** A running emulator with one pool and one client, the SDK pointed at it, and hands on its clock and mail. */
export async function startWorld(overrides: Partial<CognitoOptions> = {}) {
  const mails: Mail[] = [];
  const triggered: unknown[] = [];
  let ahead = 0;
  const cognito = await startCognito({
    region: REGION,
    accountId: '000000000000',
    deliver: (mail) => mails.unshift(mail),
    invokeTrigger: (_functionArn, event) => {
      triggered.push(event);
      return Promise.resolve(event);
    },
    now: () => Date.now() + ahead,
    ...overrides,
  });
  cognito.createUserPool(POOL_ID, POOL);
  cognito.createUserPoolClient(CLIENT_ID, CLIENT);
  const sdk = new CognitoIdentityProviderClient({
    region: REGION,
    endpoint: cognito.endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

  const codeFor = (email: string) => mails.find(({ to }) => to === email)?.code ?? '';

  async function signUp(email = someone(), password = PASSWORD) {
    await sdk.send(new SignUpCommand({ ClientId: CLIENT_ID, Username: email, Password: password }));
    return email;
  }

  async function confirmed(email = someone(), password = PASSWORD) {
    await signUp(email, password);
    await sdk.send(
      new ConfirmSignUpCommand({ ClientId: CLIENT_ID, Username: email, ConfirmationCode: codeFor(email) }),
    );
    return email;
  }

  /** Signs in with a password and hands out the tokens. */
  async function tokensFor(email: string, password = PASSWORD, clientId = CLIENT_ID) {
    const { AuthenticationResult: result } = await sdk.send(
      new InitiateAuthCommand({
        ClientId: clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    );
    return {
      id: result?.IdToken ?? '',
      access: result?.AccessToken ?? '',
      refresh: result?.RefreshToken ?? '',
      expiresIn: result?.ExpiresIn,
    };
  }

  return {
    cognito,
    sdk,
    mails,
    triggered,
    codeFor,
    signUp,
    confirmed,
    tokensFor,
    adminGet: (email: string) => sdk.send(new AdminGetUserCommand({ UserPoolId: POOL_ID, Username: email })),
    getUser: (accessToken: string) => sdk.send(new GetUserCommand({ AccessToken: accessToken })),
    /** Moves the emulator's clock on. */
    pass: (milliseconds: number) => {
      ahead += milliseconds;
    },
    async close() {
      sdk.destroy();
      await cognito.close();
    },
  };
}

export type CognitoWorld = Awaited<ReturnType<typeof startWorld>>;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
