import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handler } from '../../functions/events/create-image-key.ts';
import { lambdaContext } from './support/event.ts';
import { pauses } from './support/pauses.ts';
import { mockService } from './support/mock-service.ts';

const secrets = mockService(SecretsManagerClient);
const SecretArn = 'arn:aws:secretsmanager:us-west-2:000000000000:secret:images-2';
const IDS = { StackId: 'stack', RequestId: 'request', LogicalResourceId: 'Pair2' };
const answers: unknown[] = [];
const fetchMock = vi.fn<typeof fetch>();

const run = (RequestType: 'Create' | 'Delete') =>
  handler(
    {
      ...IDS,
      RequestType,
      ResponseURL: 'https://cloudformation.example.com/answer',
      ResourceType: 'Custom::ImageKey',
      ServiceToken: 'function',
      PhysicalResourceId: SecretArn,
      ResourceProperties: { ServiceToken: 'function', SecretArn },
    },
    lambdaContext(),
  );
const store = (privateKey: string) =>
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ privateKey }) });
const readStored = () =>
  secrets.commandCalls(PutSecretValueCommand).map(({ args: [{ input }] }) => {
    const { privateKey } = JSON.parse(input.SecretString ?? '') as { privateKey: string };
    return privateKey;
  });
const succeed = (Data: object) => ({ Status: 'SUCCESS', Data, ...IDS, PhysicalResourceId: SecretArn });
const derivePublicKey = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();

beforeEach(() => {
  secrets.reset();
  secrets.on(PutSecretValueCommand).resolves({});
  answers.length = 0;
  fetchMock.mockReset().mockImplementation((_url, init) => {
    // Otherwise `fetch` names a type that the URL may not be signed with.
    expect(init?.headers).toEqual({ 'content-type': '' });
    answers.push(typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body);
    return Promise.resolve(new Response());
  });
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('makes a key once: a repeated request answers with the public part of the stored key', async () => {
  store('');
  await run('Create');
  const [privateKey = '', ...more] = readStored();
  store(privateKey);
  await run('Create');

  expect(more).toEqual([]);
  expect(readStored()).toHaveLength(1);
  const answer = succeed({ PublicKey: derivePublicKey(privateKey) });
  expect(answers).toEqual([answer, answer]);
  // CloudFront accepts no other size.
  expect(createPublicKey(privateKey).asymmetricKeyDetails).toMatchObject({ modulusLength: 2_048 });
});

it('leaves the secret to CloudFormation when its key is deleted', async () => {
  await run('Delete');

  expect(secrets.calls()).toHaveLength(0);
  expect(answers).toEqual([succeed({})]);
});

const refused = Object.assign(new Error('Not yet.'), { name: 'AccessDeniedException' });

it('waits until IAM knows the permission for a second key', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  pauses.length = 0;
  secrets
    .on(GetSecretValueCommand)
    .rejectsOnce(refused)
    .rejectsOnce(refused)
    .resolves({ SecretString: JSON.stringify({ privateKey: '' }) });
  secrets.on(PutSecretValueCommand).rejectsOnce(refused).resolves({});

  await run('Create');

  expect(pauses).toEqual([5_000, 5_000, 5_000]);
  expect(answers).toEqual([succeed({ PublicKey: derivePublicKey(readStored().at(-1) ?? '') })]);
});

it('stops after 40 seconds without the permission, well before its own timeout of a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  pauses.length = 0;
  secrets.on(GetSecretValueCommand).rejects(refused);

  await run('Create');

  expect(pauses).toEqual(Array.from({ length: 8 }, () => 5_000));
  expect(answers).toEqual([expect.objectContaining({ Status: 'FAILED' })]);
});

it.each([
  ['cannot be read', () => secrets.on(GetSecretValueCommand).rejects(new Error('No answer.'))],
  ['is no key', () => store('no key')],
  [
    'cannot be stored',
    () => {
      store('');
      secrets.on(PutSecretValueCommand).rejects(new Error('No answer.'));
    },
  ],
])('reports a secret that %s, so that the deployment ends at once', async (_, prepare) => {
  prepare();
  await run('Create');

  expect(answers).toEqual([
    {
      Status: 'FAILED',
      Reason: expect.stringMatching(/^See the log of /) as string,
      ...IDS,
      PhysicalResourceId: SecretArn,
    },
  ]);
});

it('fails if CloudFormation takes no answer, so that Lambda repeats it, with the same key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1_024,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  store(privateKey);
  fetchMock.mockImplementation(() => Promise.resolve(new Response(null, { status: 503 })));

  await expect(run('Create')).rejects.toThrow('CloudFormation answered 503.');
  expect(readStored()).toEqual([]);
});
