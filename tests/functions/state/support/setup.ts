import type * as Crypto from 'node:crypto';
import { beforeEach, inject, vi } from 'vitest';
import { TABLE_NAMES, tableName, tableVariable } from './table-schemas.ts';

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>();
  const { mailboxHash } = await import('./mailbox-hash.ts');
  const scrypt = (...[password, salt, length, callback]: HashArguments) =>
    crypto.scrypt(password, salt, length, mailboxHash.isReal ? {} : { N: 2 }, callback);
  return { ...crypto, scrypt };
});
type HashArguments = [
  password: string,
  salt: Buffer,
  length: number,
  callback: Parameters<typeof Crypto.scrypt>[4],
];

// The functions read these at import, so they are set before anything imports a function.
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = inject('dynamodbEndpoint');
for (const table of TABLE_NAMES) process.env[tableVariable(table)] = tableName(table);

// A busy machine must not reach the limits of the client, which then repeats its call.
const { dynamodb } = await import('../../../../functions/platform/aws-clients.ts');
const requestHandler = dynamodb.config.requestHandler as unknown as {
  updateHttpClientConfig(name: string, milliseconds: number): void;
};
for (const limit of ['connectionTimeout', 'requestTimeout']) requestHandler.updateHttpClientConfig(limit, 0);

// Each test file starts with empty tables, and with services that have no answer.
const { createTables, resetCalls } = await import('./database.ts');
const { resetServices } = await import('./services.ts');
await createTables();
resetServices();

beforeEach(resetCalls);
