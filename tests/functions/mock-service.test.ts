import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { checkAnswers } from '../support/unanswered-calls.ts';
import { mockService } from './support/mock-service.ts';

const client = new S3Client({ region: 'us-east-1' });
const mock = mockService(client);
const get = () => client.send(new GetObjectCommand({ Bucket: 'images', Key: 'a' }));
const NO_ANSWER = 'The test has no answer to GetObjectCommand of S3Client.';

it.each([
  ['of another command', () => mock.on(PutObjectCommand).resolves({})],
  ['that a reset removed', () => mock.on(GetObjectCommand).resolves({}).reset()],
])('a call fails with the name of its command although there is an answer %s', async (_, prepare) => {
  prepare();

  await expect(get()).rejects.toThrow(NO_ANSWER);
  expect(checkAnswers).toThrow(NO_ANSWER);
});

it('a test fails with the name of the command, once, although its function has caught the error', async () => {
  mock.reset().on(GetObjectCommand).resolvesOnce({});
  const answers = [await get(), await get().catch(() => 'caught'), await get().catch(() => 'caught')];

  expect(answers).toEqual([{}, 'caught', 'caught']);
  expect(checkAnswers).toThrow(new Error(NO_ANSWER));
  expect(checkAnswers).not.toThrow();
});
