import { build } from 'esbuild';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLING } from '../../../infra/build/functions.ts';

/**
 * Modules with only the vendors' clients and the commands that the functions use. The functions omit the SDK's credential
 * provider chain, so a function with little code of its own can be faster than its floor.
 */
const FLOORS = {
  empty: 'export const handler = () => {};',
  generate: [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
    "import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';",
    "import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';",
    "import { getSignedUrl } from '@aws-sdk/s3-request-presigner';",
    "import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';",
    "import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';",
    "import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';",
    'export const clients = [DynamoDBDocumentClient.from(new DynamoDBClient({})), new S3Client({}), new BedrockRuntimeClient({}), new SQSClient({}), new SecretsManagerClient({})];',
    'export const calls = [GetCommand, TransactWriteCommand, UpdateCommand, GetObjectCommand, PutObjectCommand, InvokeModelCommand, SendMessageCommand, GetSecretValueCommand, getSignedUrl];',
  ].join('\n'),
  tables: [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
    "import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';",
    'export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));',
    'export const calls = [GetCommand, TransactWriteCommand];',
  ].join('\n'),
  stripe: "import Stripe from 'stripe'; export const stripe = new Stripe('sk_test_floor');",
} as const;

export type Floor = keyof typeof FLOORS;

/** Bundles each floor with the options of the functions. @returns the files, by floor. */
export async function buildFloors(folder: string): Promise<Record<Floor, string>> {
  const built = await Promise.all(
    Object.entries(FLOORS).map(async ([name, contents]) => {
      const outfile = join(folder, `${name}.mjs`);
      await build({
        stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
        outfile,
        ...BUNDLING,
      });
      return [name, outfile] as const;
    }),
  );
  return Object.fromEntries(built) as Record<Floor, string>;
}
