import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { openAccount } from './ledger.ts';
import { welcome } from './movement.ts';

const USERS_TABLE = environment('USERS_TABLE');
const WELCOME_CREDITS = z
  .int()
  .check(z.minimum(0))
  .parse(Number(environment('WELCOME_CREDITS')));

const account = z.object({ credits: z.int().check(z.minimum(0)) });

/** Opens the account of a new user with the stage's welcome credits. Done twice, it changes nothing. */
export async function welcomeUser(userId: string): Promise<{ opened: boolean }> {
  return { opened: await openAccount(welcome(userId, WELCOME_CREDITS)) };
}

/**
 * A user's balance, in credits. Opens the account first if Cognito's trigger never came through: Cognito does not
 * repeat a failed PostConfirmation, and the user is confirmed all the same.
 */
export async function readCredits(userId: string): Promise<number> {
  const credits = await findCredits(userId);
  if (credits !== undefined) return credits;
  await welcomeUser(userId);
  return (await findCredits(userId)) ?? 0;
}

/** The balance of an account, in credits; undefined where there is none. */
export async function findCredits(userId: string): Promise<number | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: USERS_TABLE,
      Key: { id: userId },
      ProjectionExpression: 'credits',
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? undefined : account.parse(Item).credits;
}
