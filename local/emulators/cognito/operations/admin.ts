import { z } from 'zod';
import { userNotFound } from '../errors.ts';
import { type Directory, findPool } from '../pool.ts';
import { findUser, listAttributes, removeUser } from '../users.ts';
import { operation } from './operation.ts';

const named = z.object({ UserPoolId: z.string(), Username: z.string() });

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html */
export const AdminGetUser = operation(
  named,
  (input, directory) => {
    const { user } = find(directory, input);
    return {
      Username: user.username,
      UserAttributes: listAttributes(user),
      UserCreateDate: user.createdAt / 1_000,
      UserLastModifiedDate: user.modifiedAt / 1_000,
      Enabled: true,
      UserStatus: user.status,
    };
  },
  { signed: true },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminDeleteUser.html */
export const AdminDeleteUser = operation(
  named,
  (input, directory) => {
    const { pool, user } = find(directory, input);
    removeUser(pool, user);
    return {};
  },
  { signed: true },
);

function find(directory: Directory, { UserPoolId, Username }: z.infer<typeof named>) {
  const pool = findPool(directory, UserPoolId);
  const user = findUser(pool, Username);
  if (user === undefined) throw userNotFound();
  return { pool, user };
}
