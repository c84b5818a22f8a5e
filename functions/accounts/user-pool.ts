import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
  UserNotFoundException,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { REQUEST_TIMEOUTS } from '../platform/aws-clients.ts';

// The user name is the `sub` in a pool with e-mail sign-in.

const cognito = new CognitoIdentityProviderClient({ maxAttempts: 3, requestHandler: REQUEST_TIMEOUTS });

/** Deletes a user, with the address and password, from the user pool. Idempotent. */
export async function deleteUser(userPoolId: string, userId: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

/** @returns undefined if the user does not exist. @throws if Cognito gives any other answer. */
async function findUserAttributes(userPoolId: string, userId: string): Promise<AttributeType[] | undefined> {
  try {
    const command = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: userId });
    return (await cognito.send(command)).UserAttributes ?? [];
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

/** Finds the verified address of a user. Returns undefined if the user has no verified address, or is deleted. */
export async function findVerifiedAddress(userPoolId: string, userId: string): Promise<string | undefined> {
  const attributes = (await findUserAttributes(userPoolId, userId)) ?? [];
  const find = (name: string) => attributes.find(({ Name }) => Name === name)?.Value;
  return find('email_verified') === 'true' ? find('email') : undefined;
}

/** Reports whether a user exists in the user pool. @throws if Cognito does not answer this question. */
export async function userExists(userPoolId: string, userId: string): Promise<boolean> {
  return (await findUserAttributes(userPoolId, userId)) !== undefined;
}

/** Revokes the refresh and access tokens of a user. ID tokens stay valid at API Gateway until they expire. Idempotent. */
export async function signOutEverywhere(userPoolId: string, userId: string): Promise<void> {
  await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userId }));
}

/** Replaces a user's password by a random password. The user can choose another password through a password reset. */
export async function discardPassword(userPoolId: string, userId: string): Promise<void> {
  await cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPoolId,
      Username: userId,
      // The suffix meets the pool's password policy.
      Password: `${randomBytes(24).toString('base64url')}a1`,
      Permanent: true,
    }),
  );
}

/** Lists all users, 60 in a call. The list may not yet contain the latest changes. */
export async function* listUserIds(userPoolId: string): AsyncGenerator<string> {
  const pages = paginateListUsers({ client: cognito }, { UserPoolId: userPoolId, AttributesToGet: ['sub'] });
  for await (const { Users = [] } of pages) yield* Users.map((user) => listedUser.parse(user).Username);
}

const listedUser = z.object({ Username: z.string() });
const confirmedUser = z.object({
  Username: z.string(),
  UserStatus: z.string(),
  UserLastModifiedDate: z.date(),
  Attributes: z._default(z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) })), []),
});

export interface ListedUser {
  userId: string;
  email: string | undefined;
  status: string;
  modifiedAt: Date;
}

/** Lists all users except users who have not confirmed their address, in pages of up to 60. */
export async function* listConfirmedUsers(userPoolId: string): AsyncGenerator<ListedUser[]> {
  const pages = paginateListUsers(
    { client: cognito },
    { UserPoolId: userPoolId, AttributesToGet: ['email'] },
  );
  for await (const { Users = [] } of pages) {
    const users = Users.filter(({ UserStatus }) => UserStatus !== 'UNCONFIRMED');
    yield users.map((user) => {
      const { Username, UserStatus, UserLastModifiedDate, Attributes } = confirmedUser.parse(user);
      const email = Attributes.find(({ Name }) => Name === 'email')?.Value;
      return { userId: Username, email, status: UserStatus, modifiedAt: UserLastModifiedDate };
    });
  }
}

const unconfirmedUser = z.object({ Username: z.string(), UserCreateDate: z.date() });

/** Lists the users who have not confirmed their address and signed up before a time. */
export async function* listUnconfirmedUsers(userPoolId: string, before: Date): AsyncGenerator<string> {
  const pages = paginateListUsers(
    { client: cognito },
    { UserPoolId: userPoolId, Filter: 'cognito:user_status = "UNCONFIRMED"', AttributesToGet: ['sub'] },
  );
  for await (const { Users = [] } of pages) {
    for (const user of Users) {
      const { Username, UserCreateDate } = unconfirmedUser.parse(user);
      if (UserCreateDate < before) yield Username;
    }
  }
}
