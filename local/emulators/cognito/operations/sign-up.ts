import { z } from 'zod';
import { openChallenge } from '../challenges.ts';
import { useCode } from '../codes.ts';
import { codeExpired, invalidParameter, notAuthorized, usernameExists, userNotFound } from '../errors.ts';
import { deliveryTo, mailCode } from '../mail.ts';
import { checkPassword } from '../password-policy.ts';
import { type Client, findClient } from '../pool.ts';
import { postConfirmation, preSignUp } from '../triggers.ts';
import { confirm, findByEmail, findUser, newUser, readAttributes } from '../users.ts';
import { attributeList, metadata, operation } from './operation.ts';

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html */
export const SignUp = operation(
  z.object({
    ClientId: z.string(),
    Username: z.string(),
    Password: z.string().nullish(),
    UserAttributes: attributeList.nullish(),
    ValidationData: attributeList.nullish(),
    ClientMetadata: metadata,
  }),
  async (input, directory) => {
    const client = findClient(directory, input.ClientId);
    const { pool } = client;
    if (pool.properties.AdminCreateUserConfig.AllowAdminCreateUserOnly) {
      throw notAuthorized('SignUp is not permitted for this user pool');
    }
    const attributes = readAttributes(pool, input.UserAttributes ?? []);
    const email = readEmail(input.Username, attributes['email']);
    const password = readPassword(client, input.Password ?? undefined);
    if (findByEmail(pool, email) !== undefined) throw usernameExists();

    const user = newUser(pool, { ...attributes, email }, password);
    const validationData = Object.fromEntries(
      (input.ValidationData ?? []).map(({ Name, Value }) => [Name, Value]),
    );
    const verdict = await preSignUp(client, user, input.ClientMetadata, validationData);
    // Somebody else may have taken the address while the trigger ran.
    if (findByEmail(pool, email) !== undefined) throw usernameExists();
    pool.state.users.set(user.username, user);

    if (verdict.confirmUser) {
      confirm(pool, user, { emailVerified: verdict.verifyEmail });
      await postConfirmation(client, user, input.ClientMetadata, 'ConfirmSignUp');
      return { UserConfirmed: true, UserSub: user.username };
    }
    const delivery = await mailCode(client, user, {
      purpose: 'signUp',
      reason: 'SignUp',
      clientMetadata: input.ClientMetadata,
    });
    return { UserConfirmed: false, UserSub: user.username, CodeDeliveryDetails: delivery };
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmSignUp.html */
export const ConfirmSignUp = operation(
  z.object({
    ClientId: z.string(),
    Username: z.string(),
    ConfirmationCode: z.string(),
    ClientMetadata: metadata,
  }),
  async (input, directory) => {
    const client = findClient(directory, input.ClientId);
    const { pool } = client;
    const user = findUser(pool, input.Username);
    if (user === undefined) throw isSilent(client) ? codeExpired() : userNotFound();
    if (user.status !== 'UNCONFIRMED') {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    }
    useCode(pool, user.username, 'signUp', input.ConfirmationCode);
    confirm(pool, user, { emailVerified: true });
    await postConfirmation(client, user, input.ClientMetadata, 'ConfirmSignUp');
    // Whoever typed the code may sign in with this Session, without a password (USER_AUTH).
    const mayContinue = client.properties.ExplicitAuthFlows.includes('ALLOW_USER_AUTH');
    return mayContinue ? { Session: openChallenge(client, 'signedUp', user.username) } : {};
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ResendConfirmationCode.html */
export const ResendConfirmationCode = operation(
  z.object({ ClientId: z.string(), Username: z.string(), ClientMetadata: metadata }),
  async (input, directory) => {
    const client = findClient(directory, input.ClientId);
    const user = findUser(client.pool, input.Username);
    if (user === undefined) {
      if (!isSilent(client)) throw userNotFound();
      return { CodeDeliveryDetails: deliveryTo(input.Username) };
    }
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
    const delivery = await mailCode(client, user, {
      purpose: 'signUp',
      reason: 'ResendCode',
      clientMetadata: input.ClientMetadata,
    });
    return { CodeDeliveryDetails: delivery };
  },
);

/** Whether answers must not tell if a user exists. */
function isSilent(client: Client): boolean {
  return client.properties.PreventUserExistenceErrors === 'ENABLED';
}

function readEmail(username: string, attribute: string | undefined): string {
  if (!z.email().safeParse(username).success) throw invalidParameter('Username should be an email.');
  if (attribute !== undefined && attribute.toLowerCase() !== username.toLowerCase()) {
    throw invalidParameter('User account and email attribute do not match.');
  }
  return username;
}

/** A password may be left out only where there is another way to sign in. */
function readPassword(client: Client, password: string | undefined): string | undefined {
  const { Policies } = client.pool.properties;
  const isOptional =
    Policies.SignInPolicy.AllowedFirstAuthFactors.includes('EMAIL_OTP') &&
    client.properties.ExplicitAuthFlows.includes('ALLOW_USER_AUTH');
  if (password === undefined && isOptional) return undefined;
  checkPassword(Policies.PasswordPolicy, password ?? '');
  return password;
}
