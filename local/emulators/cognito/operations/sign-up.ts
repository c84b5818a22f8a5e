import { z } from 'zod';
import { describeDelivery, sendCode } from '../code-email.ts';
import { consumeCode } from '../codes.ts';
import { codeExpired, invalidParameter, notAuthorized, usernameExists } from '../errors.ts';
import { checkPassword } from '../pool-settings.ts';
import { runPostConfirmation } from '../triggers.ts';
import { createUser, findByEmail, findUser, parseAttributes, updateUser } from '../users.ts';
import { clientOperation, metadata } from './operation.ts';

const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));

export const signUpOperations = {
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
};

function checkUsername(username: string, email: string | undefined): void {
  if (!z.email().safeParse(username).success) throw invalidParameter('Username should be an email.');
  if (email !== undefined && email.toLowerCase() !== username.toLowerCase()) {
    throw invalidParameter('User account and email attribute do not match.');
  }
}
