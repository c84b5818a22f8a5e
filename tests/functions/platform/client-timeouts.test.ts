import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteUser } from '../../../functions/accounts/user-pool.ts';
import { dynamodb } from '../../../functions/platform/aws-clients.ts';
import { deleteObjects } from '../../../functions/platform/s3-client.ts';
import { readSecret } from '../../../functions/platform/secrets-manager.ts';
import { createMailer } from '../../../functions/platform/send-email.ts';
import { delayMessage } from '../../../functions/thumbnails/waiting-line/waiting-queue.ts';
import { mockService } from '../support/mock-service.ts';

interface Mock {
  rejects(message: string): Mock;
  send: { lastCall: { thisValue: unknown } };
}

interface Client {
  config: {
    requestHandler: {
      handle(request: object, options: { abortSignal: AbortSignal }): Promise<unknown>;
      httpHandlerConfigs(): object;
    };
  };
}

const sendEmail = createMailer({ from: 'no-reply@example.com', region: 'us-east-1' });

/** The clients whose requests end by themselves, each with a call that uses it. */
const CLIENTS: [name: string, requestTimeout: number, mock: () => Mock, call: () => Promise<unknown>][] = [
  [
    'CognitoIdentityProviderClient',
    2_000,
    () => mockService(CognitoIdentityProviderClient),
    () => deleteUser('pool', 'user'),
  ],
  [
    'DynamoDBClient',
    2_000,
    () => mockService(DynamoDBDocumentClient),
    async () => dynamodb.send(new GetCommand({ TableName: 'users', Key: { id: 'user' } })),
  ],
  ['S3Client', 2_000, () => mockService(S3Client), () => deleteObjects('bucket', ['key'])],
  [
    'SESv2Client',
    5_000,
    () => mockService(SESv2Client),
    () => sendEmail({ to: 'a', subject: 'b', text: 'c' }),
  ],
  ['SQSClient', 2_000, () => mockService(SQSClient), () => delayMessage('receipt', 1)],
  ['SecretsManagerClient', 2_000, () => mockService(SecretsManagerClient), () => readSecret('arn')],
];

/** The tests of their callers check the time of each call: a model may take longer than any other service. */
const ENDED_BY_A_SIGNAL = ['BedrockRuntimeClient', 'BedrockRuntimeClient'];

it.each(CLIENTS)('The %s waits one second for a connection, and %d ms for a response', async (...client) => {
  const [, requestTimeout, mock, call] = client;
  const { send } = mock().rejects('The test reads only the client.');
  await call().catch(() => undefined);

  const { requestHandler } = (send.lastCall.thisValue as Client).config;
  // The handler reads its settings with its first request, which is canceled before it leaves.
  await requestHandler.handle({}, { abortSignal: AbortSignal.abort() }).catch(() => undefined);
  expect(requestHandler.httpHandlerConfigs()).toMatchObject({
    connectionTimeout: 1_000,
    requestTimeout,
    throwOnRequestTimeout: true,
  });
});

it('Every client of AWS that the functions create has a row above, or is ended by a signal', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' });
  const created = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join('functions', file), 'utf8').matchAll(/new (\w+Client)\(/g)])
    .map(([, name]) => name);

  expect(created.toSorted()).toEqual([...ENDED_BY_A_SIGNAL, ...CLIENTS.map(([name]) => name)].toSorted());
});
