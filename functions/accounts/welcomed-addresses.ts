import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { dynamodb } from '../aws/dynamodb.ts';
import { environment } from '../aws/environment.ts';
import type { TransactItem } from '../aws/transact.ts';

const WELCOMED_ADDRESSES_TABLE = environment('WELCOMED_ADDRESSES_TABLE');

/** The one row that is no address: a hash has other characters. */
const SALT_KEY = { id: 'salt' };
const SALT_BYTES = 32;
const HASH_BYTES = 32;

const saltRow = z.object({ salt: z.base64() });

const hash = promisify<string, Buffer, number, Buffer>(scrypt);

/**
 * The write that marks an address as welcomed; refused where it has been before. The table keeps a slow, salted hash
 * and nothing else, not even when: whoever reads it can only ask, at a price, whether one address is there.
 */
export async function claimWelcome(email: string): Promise<TransactItem> {
  return {
    Put: {
      TableName: WELCOMED_ADDRESSES_TABLE,
      Item: { id: await markOf(email) },
      ConditionExpression: 'attribute_not_exists(id)',
    },
  };
}

/** Two spellings of one address are one account to the user pool, and one mark here. */
async function markOf(email: string): Promise<string> {
  const salt = await readSalt();
  // Node's own cost (N 16384, r 8, p 1): some 50 ms and 16 MB, once in an account's life.
  return (await hash(email.trim().toLowerCase(), salt, HASH_BYTES)).toString('hex');
}

/** The salt of this deployment, kept beside what it salts. Whoever comes first makes it up. */
async function readSalt(): Promise<Buffer> {
  const known = await findSalt();
  if (known !== undefined) return known;
  const fresh = randomBytes(SALT_BYTES);
  try {
    await dynamodb.send(
      new PutCommand({
        TableName: WELCOMED_ADDRESSES_TABLE,
        Item: { ...SALT_KEY, salt: fresh.toString('base64') },
        ConditionExpression: 'attribute_not_exists(id)',
      }),
    );
    return fresh;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
  // Another one was first; or we were, and the answer to it was lost.
  const salt = await findSalt();
  if (salt === undefined) throw new Error('The salt of the welcomed addresses is gone.');
  return salt;
}

async function findSalt(): Promise<Buffer | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: WELCOMED_ADDRESSES_TABLE, Key: SALT_KEY, ConsistentRead: true }),
  );
  return Item === undefined ? undefined : Buffer.from(saltRow.parse(Item).salt, 'base64');
}
