import { z } from 'zod';
import { describeDelivery, sendCode } from '../code-email.ts';
import { consumeCode, issueCode, passwordLockout } from '../codes.ts';
import { codeExpired, codeMismatch, invalidParameter, notAuthorized, usernameExists } from '../errors.ts';
import type { Pool, User } from '../pool.ts';
import { checkPassword } from '../pool-settings.ts';
import { runPostConfirmation } from '../triggers.ts';
import {
  attributeList,
  checkUsername,
  createUser,
  findByEmail,
  findUser,
  isEmailVerified,
  parseAttributes,
  setPassword,
  updateUser,
} from '../users.ts';
import { clientOperation, metadata, username } from './operation.ts';

const confirmationCode = z.string().regex(/^\S+$/);
/** The fields that every call for a user without a confirmed address or with a forgotten password has. */
const userCall = { Username: username, ClientMetadata: metadata };

const ALREADY_CONFIRMED = 'User is already confirmed.';
const NO_VERIFIED_ADDRESS =
  'Cannot reset password for the user as there is no registered/verified email or phone_number';

/** The operations that create and confirm users, and reset their passwords. */
export const accountOperations = {
  SignUp: clientOperation(
    { ...userCall, Password: z.string(), UserAttributes: attributeList.nullish() },
    async (client, { Username, Password, UserAttributes, ClientMetadata }) => {
      const { pool } = client;
      const attributes = parseAttributes(UserAttributes ?? []);
      checkUsername(Username);
      checkPassword(pool.settings, Password);
      if (findByEmail(pool, Username) !== undefined) throw usernameExists();

      const user = createUser(pool, { ...attributes, email: Username }, Password);
      const delivery = await sendCode(client, user, ClientMetadata, 'SignUp');
      return { UserConfirmed: false, UserSub: user.username, CodeDeliveryDetails: delivery };
    },
  ),

  ConfirmSignUp: clientOperation(
    { ...userCall, ConfirmationCode: confirmationCode },
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

  ResendConfirmationCode: clientOperation(userCall, async (client, { Username, ClientMetadata }) => {
    const { pool } = client;
    const user = findUser(pool, Username);
    if (user === undefined) return simulateDelivery(pool, Username, ALREADY_CONFIRMED);
    if (user.status !== 'UNCONFIRMED') throw invalidParameter(ALREADY_CONFIRMED);
    return { CodeDeliveryDetails: await sendCode(client, user, ClientMetadata, 'ResendCode') };
  }),

  ForgotPassword: clientOperation(userCall, async (client, { Username, ClientMetadata }) => {
    const { pool } = client;
    const user = findReachableUser(pool, Username);
    if (user !== undefined) {
      return { CodeDeliveryDetails: await sendCode(client, user, ClientMetadata, 'ForgotPassword') };
    }
    // The code makes ConfirmForgotPassword answer as it does for a real user.
    issueCode(pool, Username, 'resetPassword');
    return simulateDelivery(pool, Username, NO_VERIFIED_ADDRESS);
  }),

  ConfirmForgotPassword: clientOperation(
    { ...userCall, ConfirmationCode: confirmationCode, Password: z.string() },
    async (client, { Username, ConfirmationCode, Password, ClientMetadata }) => {
      const { pool } = client;
      // The password is checked first, so that a weak password does not consume the code.
      checkPassword(pool.settings, Password);
      const user = findReachableUser(pool, Username);
      consumeCode(pool, user?.username ?? Username, 'resetPassword', ConfirmationCode);
      if (user === undefined) throw codeMismatch();
      setPassword(pool, user, Password);
      passwordLockout.reset(pool, user.username);
      await runPostConfirmation(client, user, ClientMetadata, 'ConfirmForgotPassword');
      return {};
    },
  ),
};

/**
 * Answers for an unknown user. Cognito alternates between a simulated delivery and an error: developer guide, "Managing user existence
 * error responses".
 */
function simulateDelivery(pool: Pool, name: string, message: string) {
  pool.hasSimulatedDelivery = !pool.hasSimulatedDelivery;
  if (!pool.hasSimulatedDelivery) throw invalidParameter(message);
  return { CodeDeliveryDetails: describeDelivery(name) };
}

/** Finds a user with a verified address. Only such an address may receive a code that gives access to the account. */
function findReachableUser(pool: Pool, name: string): User | undefined {
  const user = findUser(pool, name);
  return user !== undefined && isEmailVerified(user) ? user : undefined;
}
