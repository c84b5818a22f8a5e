import {
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { DevTools } from './dev-tools.ts';

export const PASSWORD = 'correct horse 7';

/** The credits of a new account on the stage `dev`, which the embedded cloud runs. */
export const WELCOME = 3;

export const newEmail = () => `${randomUUID()}@example.com`;

export const connectUserPool = ({ config }: DevTools) =>
  new CognitoIdentityProviderClient({
    region: config.region,
    endpoint: config.userPoolEndpoint,
    credentials: LOCAL_CREDENTIALS,
  });

/** Signs up a user through the API of the user pool. @returns the email address */
export async function signUpUser(
  devTools: DevTools,
  { email = newEmail(), confirm = true } = {},
): Promise<string> {
  const cognito = connectUserPool(devTools);
  const user = { ClientId: devTools.config.userPoolClientId, Username: email };
  const UserAttributes = [{ Name: 'email', Value: email }];
  await cognito.send(new SignUpCommand({ ...user, Password: PASSWORD, UserAttributes }));
  if (confirm) {
    const ConfirmationCode = (await devTools.mails(email))[0]?.code;
    await cognito.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode }));
  }
  return email;
}

/** Ends every session of a user, as a password reset does. */
export async function signOutEverywhere(devTools: DevTools, Username: string): Promise<void> {
  const user = { UserPoolId: devTools.config.userPoolId, Username };
  await connectUserPool(devTools).send(new AdminUserGlobalSignOutCommand(user));
}

/** Changes an attribute of a user, as an administrator does. */
export async function changeAttribute(
  devTools: DevTools,
  Username: string,
  Name: string,
  Value: string,
): Promise<void> {
  const user = { UserPoolId: devTools.config.userPoolId, Username };
  const command = new AdminUpdateUserAttributesCommand({ ...user, UserAttributes: [{ Name, Value }] });
  await connectUserPool(devTools).send(command);
}

/** The tests in Firefox have no configuration of Playwright, which would wait for five seconds. */
const PATIENT = { timeout: 30_000 };

/** The newest code sent to an address. @param after an earlier code to ignore */
export async function latestCode(devTools: DevTools, email: string, { after = '' } = {}): Promise<string> {
  const newest = async () => (await devTools.mails(email))[0]?.code ?? '';
  await expect.poll(async () => !['', after].includes(await newest()), PATIENT).toBe(true);
  return newest();
}

/** The link in the newest mail to an address. */
export async function latestLink(devTools: DevTools, email: string): Promise<string> {
  const newest = async () => (await devTools.mails(email))[0]?.link ?? '';
  await expect.poll(newest).toMatch(/^http/);
  return newest();
}
