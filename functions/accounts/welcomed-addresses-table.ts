import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { findItem } from '../platform/dynamodb-reads.ts';
import { tryPut, updateItem, type TransactItem } from '../platform/dynamodb-writes.ts';
import { absent, buildCondition, buildUpdate } from '../platform/expressions.ts';
import { atKey, openTable } from '../platform/tables.ts';
import { toCanonicalMailbox, toWelcomeMailbox } from './canonical-mailbox.ts';

const WELCOMED_ADDRESSES = openTable('welcomedAddresses');

/** The key of the row with the salt. The key cannot collide with a hash of a mailbox, because a hash contains only hexadecimal digits. */
const SALT_KEY = { id: 'salt' };
/**
 * Returns the key of the row with the accounts of a mailbox. Another row has the hash of the mailbox, and marks the mailbox as welcomed.
 */
const accountsKey = (mailbox: string) => ({ id: `accounts#${mailbox}` });
const SALT_BYTES = 32;
const HASH_BYTES = 32;

const saltRow = z.object({ salt: z.base64() });
/** The set has a default, because DynamoDB removes a set with its last element. */
const accountsRow = z.object({ accounts: z._default(z.set(z.string()), new Set<string>()) });

const hash = promisify<string, Buffer, number, Buffer>(scrypt);

/**
 * Creates the write that marks a mailbox as welcomed. The write fails if the mailbox was already welcomed. The table stores only a slow,
 * salted hash and no time. A reader of the table can therefore only test known mailboxes, one at a time.
 */
export async function claimWelcome(email: string): Promise<TransactItem> {
  return { Put: createWrite({ id: await hashText(toWelcomeMailbox(email)) }) };
}

/** Marks a mailbox as welcomed, so that it receives no welcome credits. Idempotent. */
export async function refuseWelcome(mailbox: string): Promise<void> {
  await tryPut(createWrite({ id: mailbox }));
}

function createWrite(item: { id: string; salt?: string }) {
  return { TableName: WELCOMED_ADDRESSES.TableName, Item: item, ...buildCondition(absent('id')) };
}

/** Adds an account to the accounts of a mailbox. Idempotent. @returns all accounts of the mailbox. */
export async function addAccount(mailbox: string, userId: string): Promise<string[]> {
  const update = buildUpdate({ add: { accounts: new Set([userId]) } });
  const attributes = await updateItem({ ...atAccounts(mailbox), ...update, ReturnValues: 'ALL_NEW' });
  return [...accountsRow.parse(attributes).accounts];
}

/** Removes an account from the accounts of a mailbox. Idempotent. */
export async function removeAccount(mailbox: string, userId: string): Promise<void> {
  await updateItem({ ...atAccounts(mailbox), ...buildUpdate({ delete: { accounts: new Set([userId]) } }) });
}

const atAccounts = (mailbox: string) => atKey(WELCOMED_ADDRESSES, accountsKey(mailbox));

/** Lists the accounts of a mailbox: accounts in use, and deleted accounts that still count. */
export async function listAccounts(mailbox: string): Promise<string[]> {
  const item = await findItem(WELCOMED_ADDRESSES, accountsKey(mailbox));
  return item === undefined ? [] : [...accountsRow.parse(item).accounts];
}

/** Creates the write that makes an account the only account of its mailbox. */
export function keepOnlyAccountWrite(mailbox: string, userId: string): TransactItem {
  return {
    Put: {
      TableName: WELCOMED_ADDRESSES.TableName,
      Item: { ...accountsKey(mailbox), accounts: new Set([userId]) },
    },
  };
}

/** Hashes the mailbox, so that all spellings of its address have the same hash. */
export function hashMailbox(email: string): Promise<string> {
  return hashText(toCanonicalMailbox(email));
}

async function hashText(mailbox: string): Promise<string> {
  const salt = await getOrCreateSalt();
  // Node's default cost (N 16384, r 8, p 1) takes about 50 ms and 16 MB, twice for a sign-up and once for a first visit.
  return (await hash(mailbox, salt, HASH_BYTES)).toString('hex');
}

/** Returns the salt of this deployment. The first caller creates the salt. */
async function getOrCreateSalt(): Promise<Buffer> {
  const existing = await findSalt();
  if (existing !== undefined) return existing;
  const fresh = randomBytes(SALT_BYTES);
  const { isWritten } = await tryPut(createWrite({ ...SALT_KEY, salt: fresh.toString('base64') }));
  if (isWritten) return fresh;
  // Another caller created the salt first, or this caller created the salt and the response was lost.
  const salt = await findSalt();
  if (salt === undefined) throw new Error('The salt of the welcomed addresses is missing.');
  return salt;
}

async function findSalt(): Promise<Buffer | undefined> {
  const item = await findItem(WELCOMED_ADDRESSES, SALT_KEY);
  return item && Buffer.from(saltRow.parse(item).salt, 'base64');
}
