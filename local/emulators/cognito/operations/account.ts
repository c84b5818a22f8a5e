import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { describeDelivery, sendCode } from '../code-email.ts';
import { consumeCode, issueCode, passwordLockout } from '../codes.ts';
import { codeExpired, codeMismatch, invalidParameter, notAuthorized, usernameExists } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { checkPassword } from '../pool-settings.ts';
import { runPostConfirmation } from '../triggers.ts';
import type { User } from '../user-store.ts';
import {
  createUser,
  deleteUser,
  findByEmail,
  findUser,
  isEmailVerified,
  listAttributes,
  parseAttributes,
  setPassword,
  simulateUsername,
  updateUser,
} from '../users.ts';
import { adminOperation, clientOperation, metadata, poolOperation, userOperation } from './operation.ts';

const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));

/** Constraints of the API reference. */
const username = z
  .string()
  .max(128, 'Member must have length less than or equal to 128')
  .regex(/^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u, describePattern('[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+'));
const confirmationCode = z.string().regex(/^\S+$/, describePattern('[\\S]+'));

const ALREADY_CONFIRMED = 'User is already confirmed.';
const NO_VERIFIED_ADDRESS =
  'Cannot reset password for the user as there is no registered/verified email or phone_number';

/** Operations that create, confirm, read and delete users, and reset their passwords. */
export const accountOperations = {
  SignUp: clientOperation(
    {
      Username: username,
      Password: z.string(),
      UserAttributes: attributeList.nullish(),
      ClientMetadata: metadata,
    },
    async (client, { Username, Password, UserAttributes, ClientMetadata }) => {
      const { pool } = client;
      const attributes = parseAttributes(UserAttributes ?? []);
      checkUsername(Username, attributes['email']);
      checkPassword(pool.settings, Password);
      if (findByEmail(pool, Username) !== undefined) throw usernameExists();

      const user = createUser(pool, { ...attributes, email: Username }, Password);
      const delivery = await sendCode(client, user, ClientMetadata, 'SignUp');
      return { UserConfirmed: false, UserSub: user.username, CodeDeliveryDetails: delivery };
    },
  ),

  ConfirmSignUp: clientOperation(
    { Username: username, ConfirmationCode: confirmationCode, ClientMetadata: metadata },
    async (client, { Username, ConfirmationCode, ClientMetadata }) => {
      const { pool } = client;
      const user = findUser(pool, Username);
      if (user === undefined) throw codeExpired();
      if (user.status !== 'UNCONFIRMED') {
        throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
      }
      consumeCode(pool, user.username, 'signUp', ConfirmationCode);
      const attributes = { ...user.attributes, email_verified: 'true' };
      updateUser(pool, user, { status: 'CONFIRMED', attributes });
      await runPostConfirmation(client, user, ClientMetadata, 'ConfirmSignUp');
      return {};
    },
  ),

  ResendConfirmationCode: clientOperation(
    { Username: username, ClientMetadata: metadata },
    async (client, { Username, ClientMetadata }) => {
      const { pool } = client;
      const user = findUser(pool, Username);
      if (user === undefined) return simulateDelivery(pool, Username, ALREADY_CONFIRMED);
      if (user.status !== 'UNCONFIRMED') throw invalidParameter(ALREADY_CONFIRMED);
      return { CodeDeliveryDetails: await sendCode(client, user, ClientMetadata, 'ResendCode') };
    },
  ),

  ForgotPassword: clientOperation(
    { Username: username, ClientMetadata: metadata },
    async (client, { Username, ClientMetadata }) => {
      const { pool } = client;
      const user = findReachableUser(pool, Username);
      if (user !== undefined) {
        return { CodeDeliveryDetails: await sendCode(client, user, ClientMetadata, 'ForgotPassword') };
      }
      // The code of the simulated user makes ConfirmForgotPassword answer as for a real one.
      issueCode(pool, simulateUsername(pool, Username), 'resetPassword');
      return simulateDelivery(pool, Username, NO_VERIFIED_ADDRESS);
    },
  ),

  ConfirmForgotPassword: clientOperation(
    {
      Username: username,
      ConfirmationCode: confirmationCode,
      Password: z.string(),
      ClientMetadata: metadata,
    },
    async (client, { Username, ConfirmationCode, Password, ClientMetadata }) => {
      const { pool } = client;
      // The password is checked first, so that a weak one does not consume the code.
      checkPassword(pool.settings, Password);
      const user = findReachableUser(pool, Username);
      const id = user?.username ?? simulateUsername(pool, Username);
      consumeCode(pool, id, 'resetPassword', ConfirmationCode);
      if (user === undefined) throw codeMismatch();
      setPassword(pool, user, Password);
      passwordLockout.reset(pool, id);
      await runPostConfirmation(client, user, ClientMetadata, 'ConfirmForgotPassword');
      return {};
    },
  ),

  GetUser: userOperation({}, (_client, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
  })),

  AdminCreateUser: poolOperation(
    {
      Username: username,
      UserAttributes: attributeList.default([]),
      // No e-mail invites a user here.
      MessageAction: z.literal('SUPPRESS'),
    },
    (pool, { Username, UserAttributes }) => {
      const attributes = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
      checkUsername(Username, attributes['email']);
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
    changeAttributes(pool, user, input.UserAttributes);
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

  ListUsers: poolOperation(
    {
      /** @default all users */
      Filter: z.literal('cognito:user_status = "UNCONFIRMED"').optional(),
      Limit: z.number().int().min(1).max(60).default(60),
      PaginationToken: z.string().default(''),
    },
    (pool, { Filter, Limit, PaginationToken }) => {
      const users = [...pool.state.users.values()]
        .filter(({ status }) => Filter === undefined || status === 'UNCONFIRMED')
        .filter(({ username: name }) => name > PaginationToken)
        .sort((one, other) => (one.username < other.username ? -1 : 1));
      const page = users.slice(0, Limit);
      return {
        Users: page.map(describeUser),
        ...(users.length > Limit && { PaginationToken: page.at(-1)?.username }),
      };
    },
  ),
};

const emailImmutable = () => invalidParameter('user.email: Attribute cannot be updated.');

function changeAttributes(pool: Pool, user: User, given: z.infer<typeof attributeList>): void {
  const changes = parseAttributes(given);
  if ('email' in changes) throw emailImmutable();
  updateUser(pool, user, { attributes: { ...user.attributes, ...changes } });
}

function describeUser({ username: Username, createdAt, modifiedAt, status }: User) {
  return {
    Username,
    UserCreateDate: createdAt / 1_000,
    UserLastModifiedDate: modifiedAt / 1_000,
    Enabled: true,
    UserStatus: status,
  };
}

function describePattern(pattern: string): string {
  return `Member must satisfy regular expression pattern: ${pattern}`;
}

/**
 * For an unknown user, Cognito alternates between a simulated delivery and an error: developer guide, "Managing user
 * existence error responses".
 */
function simulateDelivery(pool: Pool, name: string, message: string) {
  pool.hasSimulatedDelivery = !pool.hasSimulatedDelivery;
  if (!pool.hasSimulatedDelivery) throw invalidParameter(message);
  return { CodeDeliveryDetails: describeDelivery(name) };
}

function checkUsername(username: string, email: string | undefined): void {
  if (!z.email().safeParse(username).success) throw invalidParameter('Username should be an email.');
  if (email !== undefined && email.toLowerCase() !== username.toLowerCase()) {
    throw invalidParameter('User account and email attribute do not match.');
  }
}

/** Only a verified address receives a code that gives access to the account. */
function findReachableUser(pool: Pool, name: string): User | undefined {
  const user = findUser(pool, name);
  return user !== undefined && isEmailVerified(user) ? user : undefined;
}
