import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startCognito } from '../../local/emulators/cognito/cognito.ts';
import type { CognitoOptions } from '../../local/emulators/cognito/pool.ts';
import type { Mail } from '../../local/emulators/mailbox.ts';
import { signIn } from '../support/cloud/sign-in.ts';

const REGION = 'eu-west-2';
export const POOL_ID = 'eu-west-2_Local1234';
export const CLIENT_ID = 'local-client';
export const PASSWORD = 'correct horse 1';
export const NEW_PASSWORD = 'another horse 2';
export const WRONG_PASSWORD = 'wrong password 1';

export const POOL = {
  Schema: [{ Name: 'email', Required: true, Mutable: false }],
  UsernameAttributes: ['email'],
  AutoVerifiedAttributes: ['email'],
  Policies: {
    PasswordPolicy: { MinimumLength: 10, RequireNumbers: true },
    SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
  },
};

export const CLIENT = {
  UserPoolId: POOL_ID,
  ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
};

let emails = 0;
export const newEmail = () => `someone${(emails += 1)}@example.com`;

/** An emulator with one pool and one client, the SDK connected to it, and access to its clock and its e-mails. */
export async function startTestPool(overrides: Partial<CognitoOptions> = {}) {
  const mails: Mail[] = [];
  // The clock stands still, so that a lockout of one second does not end on a busy machine.
  let now = Date.now();
  const cognito = await startCognito({
    region: REGION,
    deliver: (mail) => mails.unshift(mail),
    invokeTrigger: (_functionArn, event) => Promise.resolve(event),
    now: () => now,
    ...overrides,
  });
  cognito.createUserPool(POOL_ID, POOL);
  cognito.createUserPoolClient(CLIENT_ID, CLIENT);
  const sdk = new CognitoIdentityProviderClient({
    region: REGION,
    endpoint: cognito.endpoint,
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });

  const findCode = (email: string) => mails.find(({ to }) => to === email)?.code ?? '';
  const confirm = (Username: string, ConfirmationCode: string) =>
    sdk.send(new ConfirmSignUpCommand({ ClientId: CLIENT_ID, Username, ConfirmationCode }));

  async function signUp(email = newEmail(), password = PASSWORD) {
    await sdk.send(new SignUpCommand({ ClientId: CLIENT_ID, Username: email, Password: password }));
    return email;
  }

  return {
    cognito,
    sdk,
    mails,
    findCode,
    signUp,
    confirm,
    /** Signs up and confirms the user. */
    async createUser(email = newEmail()) {
      await signUp(email);
      await confirm(email, findCode(email));
      return email;
    },
    /** Signs in with a password and returns the tokens. */
    async signIn(email: string, password = PASSWORD, userPoolClientId = CLIENT_ID) {
      const user = { cognito: sdk, userPoolId: POOL_ID, userPoolClientId, email, password };
      const { token: id, accessToken: access, refreshToken: refresh } = await signIn(user);
      return { id, access, refresh };
    },
    async refresh(RefreshToken: string, ClientId = CLIENT_ID) {
      const command = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken });
      return (await sdk.send(command)).AuthenticationResult;
    },
    adminGet: (email: string) => sdk.send(new AdminGetUserCommand({ UserPoolId: POOL_ID, Username: email })),
    getUser: (accessToken: string) => sdk.send(new GetUserCommand({ AccessToken: accessToken })),
    advanceClock: (milliseconds: number) => {
      now += milliseconds;
    },
    async close() {
      sdk.destroy();
      await cognito.close();
    },
  };
}

export type TestPool = Awaited<ReturnType<typeof startTestPool>>;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const REFUSED = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
