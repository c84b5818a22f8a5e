import { z } from 'zod';
import { useCode, voidCode } from '../codes.ts';
import { aliasExists, invalidParameter } from '../errors.ts';
import { authorize } from '../grants.ts';
import { type CodeDelivery, mailCode } from '../mail.ts';
import type { Client } from '../pool.ts';
import type { User } from '../store.ts';
import { emailOf, findByEmail, listAttributes, readAttributes, removeUser, setAttributes } from '../users.ts';
import { attributeList, metadata, operation } from './operation.ts';

const email = z.literal('email', 'Only email can be verified');

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html */
export const GetUser = operation(z.object({ AccessToken: z.string() }), async (input, directory) => {
  const { user } = await authorize(directory, input.AccessToken);
  return { Username: user.username, UserAttributes: listAttributes(user) };
});

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateUserAttributes.html */
export const UpdateUserAttributes = operation(
  z.object({ AccessToken: z.string(), UserAttributes: attributeList, ClientMetadata: metadata }),
  async (input, directory) => {
    const { client, user } = await authorize(directory, input.AccessToken);
    const { pool } = client;
    const { email: newEmail, ...others } = readAttributes(pool, input.UserAttributes);
    const isNew = newEmail !== undefined && newEmail !== emailOf(user);
    if (isNew) checkIsFree(client, user, newEmail);

    setAttributes(pool, user, others);
    if (!isNew) return { CodeDeliveryDetailsList: [] };
    return { CodeDeliveryDetailsList: [await changeEmail(client, user, newEmail, input.ClientMetadata)] };
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUserAttributeVerificationCode.html */
export const GetUserAttributeVerificationCode = operation(
  z.object({ AccessToken: z.string(), AttributeName: email, ClientMetadata: metadata }),
  async (input, directory) => {
    const { client, user } = await authorize(directory, input.AccessToken);
    const delivery = await mailCode(client, user, {
      purpose: 'verifyEmail',
      reason: 'VerifyUserAttribute',
      to: user.pendingEmail ?? emailOf(user),
      clientMetadata: input.ClientMetadata,
    });
    return { CodeDeliveryDetails: delivery };
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifyUserAttribute.html */
export const VerifyUserAttribute = operation(
  z.object({ AccessToken: z.string(), AttributeName: email, Code: z.string() }),
  async (input, directory) => {
    const { client, user } = await authorize(directory, input.AccessToken);
    const verified = user.pendingEmail ?? emailOf(user);
    checkIsFree(client, user, verified);
    useCode(client.pool, user.username, 'verifyEmail', input.Code);
    user.pendingEmail = undefined;
    setAttributes(client.pool, user, { email: verified, email_verified: 'true' });
    return {};
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DeleteUser.html */
export const DeleteUser = operation(z.object({ AccessToken: z.string() }), async (input, directory) => {
  const { client, user } = await authorize(directory, input.AccessToken);
  removeUser(client.pool, user);
  return {};
});

/** The new address counts at once, unverified; or, where the pool says so, only once it is verified. */
async function changeEmail(
  client: Client,
  user: User,
  to: string,
  clientMetadata: Record<string, string> | undefined,
): Promise<CodeDelivery> {
  const { pool } = client;
  const waits = pool.properties.UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate;
  if (waits.includes('email')) user.pendingEmail = to;
  else setAttributes(pool, user, { email: to, email_verified: 'false' });
  // A code on its way to the old address must not verify, or take over, the new one.
  for (const purpose of ['verifyEmail', 'resetPassword', 'signIn'] as const)
    voidCode(pool, user.username, purpose);
  return mailCode(client, user, {
    purpose: 'verifyEmail',
    reason: 'UpdateUserAttribute',
    to,
    clientMetadata,
  });
}

function checkIsFree({ pool }: Client, user: User, address: string): void {
  if (!z.email().safeParse(address).success) throw invalidParameter('Invalid email address format.');
  const holder = findByEmail(pool, address);
  if (holder !== undefined && holder !== user) throw aliasExists();
}
