import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JPEGS } from '../support/jpegs.ts';
import { callsMade, cloudWorks, dynamodb, ledgerEntries, s3 } from './support/cloud.ts';
import { call, errorBody, USER } from './support/event.ts';
import { REQUEST, SPENT } from './support/generation.ts';
import { answerImageKey } from './support/image-key.ts';
import { fileAnswer } from './support/models.ts';
import { GENERATION, succeededRow } from './support/thumbnail-rows.ts';
import { mockService } from './support/mock-service.ts';

const IMAGE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
type Handler = Parameters<typeof call>[0];

/** Every operation that takes credits and answers with the URL of an image. */
const OPERATIONS: [string, () => Promise<{ handler: Handler }>, object][] = [
  ['thumbnail', () => import('../../functions/api/generate-thumbnail.ts'), REQUEST],
  [
    'cut-out',
    () => import('../../functions/api/create-cutout.ts'),
    { userId: USER, generationId: GENERATION, referenceId: IMAGE },
  ],
  [
    'edit',
    () => import('../../functions/api/create-edit.ts'),
    {
      userId: USER,
      editId: GENERATION,
      thumbnailId: IMAGE,
      baseId: IMAGE,
      operation: { kind: 'recolor', find: 'the sky', prompt: 'a red sky' },
    },
  ],
];

beforeEach(() => {
  vi.resetModules();
  cloudWorks();
  dynamodb.on(GetCommand).resolves({ Item: succeededRow() });
  s3.on(GetObjectCommand).resolves(fileAnswer(JPEGS.baseline));
});
afterEach(() => {
  answerImageKey();
  vi.resetModules();
});

it.each(OPERATIONS)(
  'takes no credits in a new container that cannot read the key of the image URLs: %s',
  async (_, load, body) => {
    const secrets = mockService(SecretsManagerClient);
    secrets.on(GetSecretValueCommand).rejects(new Error('Secrets Manager does not respond.'));
    const { handler } = await load();

    expect(await call(handler, { body })).toMatchObject({ status: 500, body: errorBody('internal') });
    expect(callsMade()).toEqual([]);

    answerImageKey(secrets.reset());
    await call(handler, { body });
    expect(ledgerEntries()).toEqual(SPENT);
  },
);
