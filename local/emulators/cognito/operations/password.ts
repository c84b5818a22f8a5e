import { z } from 'zod';
import { passwordLockout } from '../attempts.ts';
import { issueCode, useCode } from '../codes.ts';
import { codeMismatch, invalidParameter, limitExceeded, userNotFound, wrongPassword } from '../errors.ts';
import { authorize } from '../grants.ts';
import { deliveryTo, mailCode } from '../mail.ts';
import { checkPassword } from '../password-policy.ts';
import { findClient } from '../pool.ts';
import { matches } from '../srp.ts';
import type { User } from '../store.ts';
import { postConfirmation } from '../triggers.ts';
import { decoyName, findUser, setPassword } from '../users.ts';
import { metadata, operation } from './operation.ts';

/**
 * A client that must not tell who exists answers as if it had sent a mail, and later as if the code were wrong.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ForgotPassword.html
 */
export const ForgotPassword = operation(
  z.object({ ClientId: z.string(), Username: z.string(), ClientMetadata: metadata }),
  async (input, directory) => {
    const client = findClient(directory, input.ClientId);
    const { pool } = client;
    const known = findUser(pool, input.Username);
    const user = reachable(known);
    if (user !== undefined) {
      const delivery = await mailCode(client, user, {
        purpose: 'resetPassword',
        reason: 'ForgotPassword',
        clientMetadata: input.ClientMetadata,
      });
      return { CodeDeliveryDetails: delivery };
    }
    if (client.properties.PreventUserExistenceErrors === 'ENABLED') {
      issueCode(pool, decoyName(pool, input.Username), 'resetPassword');
      return { CodeDeliveryDetails: deliveryTo(input.Username) };
    }
    if (known === undefined) throw userNotFound();
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmForgotPassword.html */
export const ConfirmForgotPassword = operation(
  z.object({
    ClientId: z.string(),
    Username: z.string(),
    ConfirmationCode: z.string(),
    Password: z.string(),
    ClientMetadata: metadata,
  }),
  async (input, directory) => {
    const client = findClient(directory, input.ClientId);
    const { pool } = client;
    // Before the code, so that a weak password does not use it up.
    checkPassword(pool.properties.Policies.PasswordPolicy, input.Password);
    const known = findUser(pool, input.Username);
    if (known === undefined && client.properties.PreventUserExistenceErrors === 'LEGACY')
      throw userNotFound();
    const user = reachable(known);
    if (user === undefined) {
      useCode(pool, decoyName(pool, input.Username), 'resetPassword', input.ConfirmationCode);
      throw codeMismatch();
    }
    useCode(pool, user.username, 'resetPassword', input.ConfirmationCode);
    setPassword(pool, user, input.Password);
    passwordLockout.passed(pool, user.username);
    await postConfirmation(client, user, input.ClientMetadata, 'ConfirmForgotPassword');
    return {};
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ChangePassword.html */
export const ChangePassword = operation(
  z.object({ AccessToken: z.string(), PreviousPassword: z.string().nullish(), ProposedPassword: z.string() }),
  async (input, directory) => {
    const { client, user } = await authorize(directory, input.AccessToken);
    const { pool } = client;
    checkPassword(pool.properties.Policies.PasswordPolicy, input.ProposedPassword);
    if (user.password !== undefined) {
      try {
        passwordLockout.check(pool, user.username);
      } catch {
        // This operation has another name for the same lockout.
        throw limitExceeded();
      }
      if (!matches(user.password, pool.name, user.username, input.PreviousPassword ?? '')) {
        passwordLockout.failed(pool, user.username);
        throw wrongPassword();
      }
    }
    setPassword(pool, user, input.ProposedPassword);
    passwordLockout.passed(pool, user.username);
    return {};
  },
);

/** Only a verified address gets a code that opens the account. */
function reachable(user: User | undefined): User | undefined {
  return user?.attributes['email_verified'] === 'true' ? user : undefined;
}
