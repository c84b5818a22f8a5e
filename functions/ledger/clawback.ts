import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import { findBalance } from './account.ts';
import { move } from './ledger.ts';
import { clawback, restore } from './movement.ts';

const LEDGER_TABLE = environment('LEDGER_TABLE');

const row = z.object({ amount: z.number(), shortfall: z.number() });

/** How often a balance may change under our hands before we give up and let Stripe repeat its event. */
const ATTEMPTS = 10;

/**
 * Takes credits back, as far as there are any: a balance is never negative. What could not be taken is recorded in the
 * row as `shortfall`. Done twice, it changes nothing.
 * @param credits what the cause asks for; 0 only marks the cause, so that nothing is taken for it later.
 * @returns what this call took, and what it could not.
 */
export async function takeBack(
  userId: string,
  causeId: string,
  credits: number,
): Promise<{ taken: number; shortfall: number }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const balance = (await findBalance(userId))?.credits ?? 0;
    const possible = Math.min(credits, balance);
    const shortfall = credits - possible;
    const outcome = await move(clawback(userId, causeId, possible), { details: { shortfall } });
    if (outcome.kind === 'moved') return { taken: possible, shortfall };
    if (outcome.kind === 'already_moved' || outcome.kind === 'no_account') return { taken: 0, shortfall: 0 };
    // Spent in the meantime: look again.
  }
  throw new Error('The balance kept changing while credits were taken back.');
}

/**
 * Undoes a clawback whose cause fell away. Where nothing was taken yet, marks the cause, so that an older event which
 * arrives late takes nothing. Done twice, it changes nothing.
 * @returns the credits that this call gave back.
 */
export async function giveBackTaken(userId: string, causeId: string): Promise<number> {
  await takeBack(userId, causeId, 0);
  const credits = (await findClawback(userId, causeId))?.taken ?? 0;
  if (credits === 0) return 0;
  const { kind } = await move(restore(userId, causeId, credits));
  return kind === 'moved' ? credits : 0;
}

/** What a cause has taken, and what it found missing; undefined where it has not been dealt with. */
export async function findClawback(
  userId: string,
  causeId: string,
): Promise<{ taken: number; shortfall: number } | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: LEDGER_TABLE,
      Key: { userId, entryId: clawback(userId, causeId, 0).entryId },
      ConsistentRead: true,
    }),
  );
  if (Item === undefined) return undefined;
  const { amount, shortfall } = row.parse(Item);
  return { taken: Math.abs(amount), shortfall };
}
