import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { invalidParameter, usernameExists } from '../errors.ts';
import { checkPassword } from '../pool-settings.ts';
import type { User } from '../pool.ts';
import { revokeAllTokens } from '../token-families.ts';
import {
  attributeList,
  checkUsername,
  createUser,
  deleteUser,
  findByEmail,
  parseAttributes,
  setPassword,
  updateUser,
} from '../users.ts';
import { adminOperation, poolOperation, username } from './operation.ts';

/** The operations of administrators. */
export const adminOperations = {
  AdminCreateUser: poolOperation(
    {
      Username: username,
      UserAttributes: attributeList.default([]),
      // The emulator does not send invitations.
      MessageAction: z.literal('SUPPRESS'),
    },
    (pool, { Username, UserAttributes }) => {
      const attributes = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
      checkUsername(Username);
      if (findByEmail(pool, Username) !== undefined) throw usernameExists();
      const user = createUser(pool, { ...attributes, email: Username }, randomUUID());
      updateUser(pool, user, { status: 'FORCE_CHANGE_PASSWORD' });
      return { User: { ...describeUser(user), Attributes: listAttributes(user) } };
    },
  ),

  AdminGetUser: adminOperation({}, (_pool, user) => ({
    ...describeUser(user),
    UserAttributes: listAttributes(user),
  })),

  AdminUpdateUserAttributes: adminOperation({ UserAttributes: attributeList }, (pool, user, input) => {
    const changes = parseAttributes(input.UserAttributes);
    if ('email' in changes) throw invalidParameter('user.email: Attribute cannot be updated.');
    updateUser(pool, user, { attributes: { ...user.attributes, ...changes } });
    return {};
  }),

  AdminDeleteUser: adminOperation({}, (pool, user) => {
    deleteUser(pool, user);
    return {};
  }),

  AdminSetUserPassword: adminOperation(
    { Password: z.string(), Permanent: z.literal(true) },
    (pool, user, { Password }) => {
      checkPassword(pool.settings, Password);
      setPassword(pool, user, Password);
      if (user.status === 'FORCE_CHANGE_PASSWORD') updateUser(pool, user, { status: 'CONFIRMED' });
      return {};
    },
  ),

  AdminUserGlobalSignOut: adminOperation({}, (pool, user) => {
    revokeAllTokens(pool, user.username);
    return {};
  }),

  ListUsers: poolOperation(
    {
      /** The filter. @default all users */
      Filter: z.literal('cognito:user_status = "UNCONFIRMED"').optional(),
      Limit: z.number().int().min(1).max(60).default(60),
      PaginationToken: z.string().default(''),
      /** The attributes to return. @default all attributes */
      AttributesToGet: z.array(z.string()).optional(),
    },
    (pool, { Filter, Limit, PaginationToken, AttributesToGet }) => {
      const users = [...pool.state.users.values()]
        .filter(({ status }) => Filter === undefined || status === 'UNCONFIRMED')
        .filter(({ username: name }) => name > PaginationToken)
        .sort((one, other) => (one.username < other.username ? -1 : 1));
      const page = users.slice(0, Limit);
      return {
        Users: page.map((user) => ({
          ...describeUser(user),
          Attributes: listAttributes(user).filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
        })),
        ...(users.length > Limit && { PaginationToken: page.at(-1)?.username }),
      };
    },
  ),
};

function describeUser({ username: Username, createdAt, modifiedAt, status }: User) {
  return {
    Username,
    UserCreateDate: createdAt / 1_000,
    UserLastModifiedDate: modifiedAt / 1_000,
    Enabled: true,
    UserStatus: status,
  };
}

function listAttributes(user: User) {
  return Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value }));
}
