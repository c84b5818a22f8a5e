import {
  AdminGetUserCommand,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { StageAccess } from '../stage-access.ts';

/** More missing users are not credible, unless they are few among all: the pool may be lost or be another one. */
const CREDIBLE = { count: 20, share: 0.1 };

/**
 * Returns the users that the pool does not have. A user counts only after Cognito has said so of this user, because the list
 * can lack the newest ones.
 * @throws Error if more are missing than deletions explain; the SDK's errors.
 */
export async function findMissingUsers(
  { cognito: client, outputs: { UserPoolId } }: Pick<StageAccess, 'cognito' | 'outputs'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const missing = new Set(userIds);
  for await (const { Users = [] } of paginateListUsers(
    { client },
    { UserPoolId, AttributesToGet: ['sub'] },
  )) {
    for (const { Username = '' } of Users) missing.delete(Username);
  }
  for (const Username of missing) {
    try {
      await client.send(new AdminGetUserCommand({ UserPoolId, Username }));
      missing.delete(Username);
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  }
  const isLost = missing.size === userIds.length && missing.size > 1;
  if (isLost || (missing.size > CREDIBLE.count && missing.size > CREDIBLE.share * userIds.length)) {
    throw new Error(
      `The user pool lacks ${missing.size} of ${userIds.length} users. Their accounts would be closed, so nothing was written. Restore the pool first.`,
    );
  }
  return missing;
}
