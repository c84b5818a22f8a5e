import { z } from 'zod';
import { describeDelivery, sendCode } from '../code-email.ts';
import { consumeCode, issueCode, passwordLockout } from '../codes.ts';
import { codeMismatch } from '../errors.ts';
import type { Pool } from '../pool.ts';
import { checkPassword } from '../pool-settings.ts';
import { runPostConfirmation } from '../triggers.ts';
import type { User } from '../user-store.ts';
import { findUser, isEmailVerified, setPassword, simulateUsername } from '../users.ts';
import { clientOperation, metadata } from './operation.ts';

export const passwordOperations = {
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
};

/** Only a verified address receives a code that gives access to the account. */
function findReachableUser(pool: Pool, name: string): User | undefined {
  const user = findUser(pool, name);
  return user !== undefined && isEmailVerified(user) ? user : undefined;
}
