import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomBytes, randomUUID } from 'node:crypto';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { z } from 'zod';
import { deleteAccountResponse } from '#contract/endpoints/account-export.ts';
import { grantAnswer } from '#contract/operators.ts';
import { withPermission } from './aws.ts';
import { createCloud } from './credits/connect.ts';
import { UnexpectedAnswerError, type PublicConfig, type SiteClient } from './site-client.ts';
import type { StageAccess } from './stage-access.ts';

/** A user that a command creates for its own use and deletes at its end. */
export interface TemporaryUser {
  /** The `sub`, which is also the user name. */
  id: string;
  /** An address in the domain `example.com`, which receives no mail (RFC 2606). */
  email: string;
  password: string;
}

/** A temporary user after the sign-in. */
export type SignedInUser = TemporaryUser & {
  /** The id token. */
  token: string;
  accessToken: string;
};

type Pool = Pick<StageAccess, 'cognito'> & { poolId: string };

/**
 * Creates a confirmed user without any e-mail. No address of the domain can exist, so the account receives no welcome credits,
 * and the run does not count towards the welcomes of the day. The address is verified, because a purchase needs a mailbox.
 * @throws MissingPermissionError; the SDK's other errors.
 */
export async function createTemporaryUser({ cognito, poolId }: Pool): Promise<TemporaryUser> {
  const email = `temporary-${randomUUID()}@thumbforge.invalid`;
  const password = `a1${randomBytes(24).toString('base64url')}`;
  const { User } = await withPermission('cognito-idp:AdminCreateUser', () =>
    cognito.send(
      new AdminCreateUserCommand({
        UserPoolId: poolId,
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
        MessageAction: 'SUPPRESS',
      }),
    ),
  );
  return { id: z.string().parse(User?.Username), email, password };
}

/** Makes the password of a new user permanent, which confirms the user. @throws as `createTemporaryUser`. */
export async function confirmTemporaryUser({ cognito, poolId }: Pool, user: TemporaryUser): Promise<void> {
  await withPermission('cognito-idp:AdminSetUserPassword', () =>
    cognito.send(
      new AdminSetUserPasswordCommand({
        UserPoolId: poolId,
        Username: user.id,
        Password: user.password,
        Permanent: true,
      }),
    ),
  );
}

/**
 * Signs in by SRP with the library that the site uses.
 * @returns the same object, with the tokens.
 * @throws UnexpectedAnswerError if Cognito requires a further step; Cognito's errors.
 */
export async function signInTemporaryUser(config: PublicConfig, user: TemporaryUser): Promise<SignedInUser> {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  // Amplify warns about a user pool that is not Amazon's. The embedded cloud has such a user pool on purpose.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        loginWith: { email: true },
        ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
      },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(createMemoryStorage());
  await signIn({ username: user.email, password: user.password, options: { authFlowType: 'USER_SRP_AUTH' } });
  const { tokens } = await fetchAuthSession();
  if (tokens?.idToken === undefined) throw new UnexpectedAnswerError('Cognito requires a further step.');
  return Object.assign(user, {
    token: tokens.idToken.toString(),
    accessToken: tokens.accessToken.toString(),
  });
}

/** Storage for the tokens of one sign-in, so that a second user can sign in. */
function createMemoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => Promise.resolve(items.get(key) ?? null),
    setItem: (key: string, value: string) => Promise.resolve(void items.set(key, value)),
    removeItem: (key: string) => Promise.resolve(void items.delete(key)),
    clear: () => {
      items.clear();
      return Promise.resolve();
    },
  };
}

/**
 * Grants credits to a user whose account is open, with a ledger entry that names the operator and the reason.
 * @throws UnexpectedAnswerError if the function grants nothing; Error if it fails; the SDK's errors.
 */
export async function grantCredits(
  access: StageAccess,
  user: TemporaryUser,
  { credits, why }: { credits: number; why: string },
): Promise<void> {
  const request = {
    userId: user.id,
    grantId: randomUUID(),
    credits,
    by: await access.findOperator(),
    why,
    dryRun: false,
  };
  const answer = await withPermission('lambda:InvokeFunction', () =>
    createCloud(access).invoke('GrantCredits', request, grantAnswer),
  );
  if (answer.kind !== 'granted') throw new UnexpectedAnswerError(`GrantCredits answered ${answer.kind}.`);
}

/**
 * Deletes a user as a creator does, with thumbnails and credits. Then makes sure that the sign-in is also deleted.
 * @param site a client that an interruption of the command does not end.
 * @throws UnexpectedAnswerError if the site did not delete the account; the SDK's errors.
 */
export async function deleteTemporaryUser(
  pool: Pool,
  site: SiteClient,
  user: TemporaryUser | SignedInUser,
): Promise<void> {
  if (!('token' in user)) {
    await deleteSignIn(pool, user);
    return;
  }
  const { token } = user;
  const [deletion] = await Promise.allSettled([site.call('deleteAccount', deleteAccountResponse, { token })]);
  const wasLeft = await deleteSignIn(pool, user);
  if (deletion.status === 'rejected') throw deletion.reason;
  if (wasLeft) throw new UnexpectedAnswerError('The deletion of the account did not delete the sign-in.');
}

/** @returns whether the user existed. */
async function deleteSignIn({ cognito, poolId }: Pool, { id }: TemporaryUser): Promise<boolean> {
  try {
    await withPermission('cognito-idp:AdminDeleteUser', () =>
      cognito.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: id })),
    );
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
}
