import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { createKeyResponse } from '#contract/endpoints/api-key-schemas.ts';
import { handler as authorize } from '../../../../functions/api/authorize-key.ts';
import { callEndpoint } from '../../support/endpoint.ts';
import { lambdaContext } from '../../support/event.ts';
import * as db from './database.ts';
import { ledgerItem } from './items.ts';
import { cognito, prepareEmails } from './services.ts';

/** Asks the authorizer about a header. */
export const authorizeKey = (authorization?: string) =>
  authorize({ headers: { ...(authorization !== undefined && { authorization }) } }, lambdaContext());

export async function createKey(userId: string): Promise<{ key: string; keyId: string; context: object }> {
  const { body } = await callEndpoint('createKey', userId, { body: { name: 'Upload script' } });
  const { key, id: keyId } = createKeyResponse.parse(body);
  const { context } = await authorizeKey(`Bearer ${key}`);
  return { key, keyId, context };
}

/** Opens an account with three credits and the pack that has API keys, and creates a key. */
export async function openKeyAccount(): Promise<{ user: string } & Awaited<ReturnType<typeof createKey>>> {
  const user = db.newUser();
  await db.putUser(user, 3, { packs: { elite: 50 } });
  await db.putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));
  // The owner of a new key gets an e-mail.
  prepareEmails();
  cognito
    .on(AdminGetUserCommand)
    .resolves({ UserAttributes: [{ Name: 'email', Value: 'owner@example.com' }] });
  const key = await createKey(user);
  db.resetCalls();
  return { user, ...key };
}
