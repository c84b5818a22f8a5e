import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { Credentials } from '../../local/iam/signature.ts';
import { startEmulators, type Emulators } from '../../local/emulators/emulators.ts';
import { listen, stop } from '../../local/emulators/serve.ts';

type Endpoints = Emulators['endpoints'];

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emulators-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  startEmulators({
    region: 'us-west-2',
    dataDir,
    instantModel: true,
    liveVideos: false,
    functions: { findArn: () => undefined, invoke: () => Promise.resolve(null) },
  });

describe('the port of Stripe, to which stored receipts link', () => {
  const storePort = (port: number) => writeFile(join(dataDir, 'stripe-port'), String(port));
  const readPort = async () => Number(await readFile(join(dataDir, 'stripe-port'), 'utf8'));

  it('is stored with the data, and used again after a restart', async () => {
    const first = await start();
    expect(first.stripe.endpoint).toBe(`http://127.0.0.1:${await readPort()}`);
    await first.close();

    // Below the range from which the system gives free ports to other tests.
    const port = 20_000 + randomInt(10_000);
    await storePort(port);
    const second = await start();
    expect(second.stripe.endpoint).toBe(`http://127.0.0.1:${port}`);
    await second.close();
  });

  it('is another port if a program uses it', async () => {
    const other = createServer();
    const { port, endpoint } = await listen(other, 0, 'another program');
    await storePort(port);
    const emulators = await start();
    expect(emulators.stripe.endpoint).not.toBe(endpoint);
    expect(emulators.stripe.endpoint).toBe(`http://127.0.0.1:${await readPort()}`);
    await emulators.close();
    await stop(other);
  });
});

describe('a request that is not signed with a key of this machine', () => {
  const userPool = { UserPoolId: 'us-west-2_Pool', Username: 'user' };
  interface Client {
    region: string;
    credentials: Credentials;
    maxAttempts: number;
  }
  const calls: [string, (endpoints: Endpoints, client: Client) => Promise<unknown>][] = [
    [
      'Bedrock',
      ({ BEDROCK_RUNTIME: endpoint }, client) =>
        new BedrockRuntimeClient({ ...client, endpoint }).send(
          new InvokeModelCommand({ modelId: 'x', body: '{}' }),
        ),
    ],
    [
      'DynamoDB',
      ({ DYNAMODB: endpoint }, client) =>
        new DynamoDBClient({ ...client, endpoint }).send(new ListTablesCommand()),
    ],
    [
      'Cognito',
      ({ COGNITO_IDENTITY_PROVIDER: endpoint }, client) =>
        new CognitoIdentityProviderClient({ ...client, endpoint }).send(new AdminDeleteUserCommand(userPool)),
    ],
    [
      'Secrets Manager',
      ({ SECRETS_MANAGER: endpoint }, client) =>
        new SecretsManagerClient({ ...client, endpoint }).send(new GetSecretValueCommand({ SecretId: 'x' })),
    ],
    [
      'Lambda',
      ({ LAMBDA: endpoint }, client) =>
        new LambdaClient({ ...client, endpoint }).send(new InvokeCommand({ FunctionName: 'x' })),
    ],
    [
      'SQS',
      ({ SQS: endpoint }, client) =>
        new SQSClient({ ...client, endpoint }).send(
          new SendMessageCommand({ QueueUrl: `${endpoint}/1/x`, MessageBody: 'x' }),
        ),
    ],
    [
      'S3',
      ({ S3: endpoint }, client) =>
        new S3Client({ ...client, endpoint }).send(new GetObjectCommand({ Bucket: 'images', Key: 'x' })),
    ],
  ];

  it.each([
    ['an unknown key', { accessKeyId: 'OTHER' }, 'UnrecognizedClientException', 'InvalidAccessKeyId'],
    ['another secret', { secretAccessKey: 'guess' }, 'InvalidSignatureException', 'SignatureDoesNotMatch'],
    ['an invalid session token', { sessionToken: 'junk' }, 'UnrecognizedClientException', 'InvalidToken'],
  ])('is rejected by every service: %s', async (_, changed, name, s3Name) => {
    const emulators = await start();
    const client = { region: 'us-west-2', credentials: { ...LOCAL_CREDENTIALS, ...changed }, maxAttempts: 1 };
    for (const [service, call] of calls) {
      await expect(call(emulators.endpoints, client), service).rejects.toMatchObject({
        name: service === 'S3' ? s3Name : name,
      });
    }
    await emulators.close();
  });

  it('is rejected on a connection whose earlier requests were signed', async () => {
    const emulators = await start();
    const sent = { region: 'us-west-2', endpoint: emulators.endpoints.DYNAMODB, maxAttempts: 1 };
    const signed = new DynamoDBClient({ ...sent, credentials: LOCAL_CREDENTIALS });
    const { requestHandler } = signed.config;
    const unsigned = new DynamoDBClient({
      ...sent,
      requestHandler,
      credentials: { ...LOCAL_CREDENTIALS, secretAccessKey: 'guess' },
    });

    await signed.send(new ListTablesCommand());

    await expect(unsigned.send(new ListTablesCommand())).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    });
    await emulators.close();
  });
});

describe('another S3 service, by AWS_ENDPOINT_URL_S3', () => {
  it('gets the bucket and its CORS rule, and the functions the key that it knows', async () => {
    const requests: string[] = [];
    const other = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        requests.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
        response.end();
      });
    });
    const { endpoint } = await listen(other, 0, 'another S3');
    vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
    const emulators = await start();

    expect(emulators.endpoints.S3).toBe(endpoint);
    // It knows no key of a function.
    expect(emulators.iam.assumeRole('Role', 'Function').credentials).toEqual(LOCAL_CREDENTIALS);
    const cors = { methods: ['PUT'], maxAgeSeconds: 3_600 };
    await emulators.s3.createBucket('images', { cors });

    expect(requests).toEqual([
      expect.stringMatching(/^PUT \/images\/ /) as string,
      expect.stringContaining(
        '<AllowedMethod>PUT</AllowedMethod><AllowedOrigin>*</AllowedOrigin><AllowedHeader>*</AllowedHeader>',
      ) as string,
    ]);
    await emulators.close();
    await stop(other);
  });
});
