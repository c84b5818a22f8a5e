import { CognitoIdentityProviderClient, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { Caller } from '../call.ts';
import type { World } from './world.ts';

/** What `openUser` gives, in credits. */
export const CREDITS = 3;

/** Somebody who is new here. */
export function stranger(): Caller & { email: string } {
  const userId = randomUUID();
  return { userId, email: `${userId}@example.com` };
}

/** Cognito's trigger, once a sign-up is confirmed. */
export async function welcome({ cloud }: World, { userId: sub, email }: Caller): Promise<void> {
  const userAttributes = { sub, ...(email !== undefined && { email, email_verified: 'true' }) };
  const event = {
    triggerSource: 'PostConfirmation_ConfirmSignUp',
    request: { userAttributes },
    response: {},
  };
  await cloud.invoke('WelcomeUser', event);
}

export function grantOrder(userId: string, grantId: string, credits: number) {
  return { userId, grantId, credits, by: 'prove', why: 'a trial', dryRun: false };
}

/**
 * Somebody with an open account, written as the ledger writes it: a sign-up costs more than most trials.
 * @param credits 0 or more; with 0 the welcome is still due. @param userId @default a new one
 */
export async function openUser(
  { cloud }: World,
  credits = CREDITS,
  userId: string = randomUUID(),
): Promise<Caller> {
  const createdAt = new Date().toISOString();
  const row = { userId, entryId: 'welcome', kind: 'welcome', amount: credits, ref: 'sign-up', createdAt };
  const account = { id: userId, credits, createdAt, ...(credits === 0 && { welcomeDue: true }) };
  await tablesOf(cloud).send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: cloud.resource('DataLedger').ref, Item: row } },
        { Put: { TableName: cloud.resource('DataUsers').ref, Item: account } },
      ],
    }),
  );
  return { userId, email: undefined };
}

/** One client per cloud. */
const clients = new WeakMap<EmbeddedCloud, DynamoDBDocumentClient>();

function tablesOf(cloud: EmbeddedCloud): DynamoDBDocumentClient {
  const client =
    clients.get(cloud) ??
    DynamoDBDocumentClient.from(
      new DynamoDBClient({
        region: 'us-west-2',
        endpoint: cloud.endpoints.DYNAMODB,
        credentials: LOCAL_CREDENTIALS,
      }),
    );
  clients.set(cloud, client);
  return client;
}

/** As `openUser`, with a sign-in that can be deleted. */
export async function signedUpUser(world: World): Promise<Caller> {
  const { cloud } = world;
  const cognito = new CognitoIdentityProviderClient({
    region: 'us-west-2',
    endpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
    credentials: LOCAL_CREDENTIALS,
  });
  const Username = `${randomUUID()}@example.com`;
  const { UserSub } = await cognito.send(
    new SignUpCommand({
      ClientId: cloud.resource('IdentityPoolSite').ref,
      Username,
      Password: 'correct horse 7',
      UserAttributes: [{ Name: 'email', Value: Username }],
    }),
  );
  cognito.destroy();
  return openUser(world, CREDITS, z.string().parse(UserSub));
}
