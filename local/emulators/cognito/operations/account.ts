import { z } from 'zod';
import { describeDelivery, sendCode } from '../code-email.ts';
import { consumeCode, issueCode, passwordLockout } from '../codes.ts';
import {
  aliasExists,
  codeExpired,
  codeMismatch,
  invalidParameter,
  notAuthorized,
  usernameExists,
} from '../errors.ts';
import type { Pool } from '../pool.ts';
import { checkPassword } from '../pool-settings.ts';
import { runPostConfirmation } from '../triggers.ts';
import type { User } from '../user-store.ts';
import {
  createUser,
  deleteUser,
  findByEmail,
  findUser,
  getEmail,
  isEmailVerified,
  listAttributes,
  parseAttributes,
  setPassword,
  simulateUsername,
  updateUser,
} from '../users.ts';
import { adminOperation, clientOperation, metadata, userOperation } from './operation.ts';

const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));

/** Operations that create, confirm, read and delete users, and reset their passwords. */
export const accountOperations = {
  SignUp: clientOperation(
    { Username: z.string(), Password: z.string(), UserAttributes: attributeList.nullish() },
    ({ pool }, { Username, Password, UserAttributes }) => {
      const attributes = parseAttributes(UserAttributes ?? []);
      checkUsername(Username, attributes['email']);
      checkPassword(pool.settings, Password);
      if (findByEmail(pool, Username) !== undefined) throw usernameExists();

      const user = createUser(pool, { ...attributes, email: Username }, Password);
      const delivery = sendCode(pool, user, 'signUp');
      return { UserConfirmed: false, UserSub: user.username, CodeDeliveryDetails: delivery };
    },
  ),

  ConfirmSignUp: clientOperation(
    { Username: z.string(), ConfirmationCode: z.string(), ClientMetadata: metadata },
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

  ResendConfirmationCode: clientOperation({ Username: z.string() }, ({ pool }, { Username }) => {
    const user = findUser(pool, Username);
    if (user === undefined) return { CodeDeliveryDetails: describeDelivery(Username) };
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
    return { CodeDeliveryDetails: sendCode(pool, user, 'signUp') };
  }),

  ForgotPassword: clientOperation({ Username: z.string() }, ({ pool }, { Username }) => {
    const user = findReachableUser(pool, Username);
    if (user !== undefined) return { CodeDeliveryDetails: sendCode(pool, user, 'resetPassword') };
    // The code of the simulated user makes ConfirmForgotPassword answer as for a real one.
    issueCode(pool, simulateUsername(pool, Username), 'resetPassword');
    return { CodeDeliveryDetails: describeDelivery(Username) };
  }),

  ConfirmForgotPassword: clientOperation(
    { Username: z.string(), ConfirmationCode: z.string(), Password: z.string(), ClientMetadata: metadata },
    async (client, { Username, ConfirmationCode, Password, ClientMetadata }) => {
      const { pool } = client;
      // The password is checked first, so that a weak one does not consume the code.
      checkPassword(pool.settings, Password);
      const user = findReachableUser(pool, Username);
      const username = user?.username ?? simulateUsername(pool, Username);
      consumeCode(pool, username, 'resetPassword', ConfirmationCode);
      if (user === undefined) throw codeMismatch();
      setPassword(pool, user, Password);
      passwordLockout.reset(pool, username);
      await runPostConfirmation(client, user, ClientMetadata, 'ConfirmForgotPassword');
      return {};
    },
  ),

  GetUser: userOperation({}, (_client, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
  })),

  /** A new address takes effect at once, and unverified: the pool does not ask to keep the old one meanwhile. */
  UpdateUserAttributes: userOperation({ UserAttributes: attributeList }, ({ pool }, user, input) => {
    const { email = getEmail(user), ...others } = parseAttributes(input.UserAttributes);
    if (email === getEmail(user)) {
      updateUser(pool, user, { attributes: { ...user.attributes, ...others } });
      return { CodeDeliveryDetailsList: [] };
    }
    if (!z.email().safeParse(email).success) throw invalidParameter('Invalid email address format.');
    const holder = findByEmail(pool, email);
    if (holder !== undefined && holder !== user) throw aliasExists();
    updateUser(pool, user, { attributes: { ...user.attributes, ...others, email, email_verified: 'false' } });
    return { CodeDeliveryDetailsList: [sendCode(pool, user, 'verifyEmail')] };
  }),

  DeleteUser: userOperation({}, ({ pool }, user) => {
    deleteUser(pool, user);
    return {};
  }),

  AdminGetUser: adminOperation((_pool, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
    UserCreateDate: user.createdAt / 1_000,
    UserLastModifiedDate: user.modifiedAt / 1_000,
    Enabled: true,
    UserStatus: user.status,
  })),

  AdminDeleteUser: adminOperation((pool, user) => {
    deleteUser(pool, user);
    return {};
  }),
};

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
