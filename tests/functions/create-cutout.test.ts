import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/api/create-cutout.ts';
import { JPEGS } from '../support/jpegs.ts';
import { bedrock, callsMade, cloudWorks, ledgerEntries, modelsAsked, s3 } from './support/cloud.ts';
import { call, USER } from './support/event.ts';
import { IMAGE_URL, parseUrl, REFUNDED, SPENT } from './support/generation.ts';
import { fileAnswer } from './support/models.ts';
import { GENERATION, IMAGE_KEY } from './support/thumbnail-rows.ts';

const REFERENCE = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const create = (changes: Record<string, unknown> = {}) =>
  call(handler, {
    routeKey: 'POST /api/cutouts',
    body: { referenceId: REFERENCE, userId: USER, generationId: GENERATION, ...changes },
  });

beforeEach(() => {
  cloudWorks();
  s3.on(GetObjectCommand).resolves(fileAnswer(JPEGS.baseline));
});

describe('a cut-out', () => {
  it('is reserved, loaded, made by the model, stored and settled', async () => {
    const { status, body } = await create();

    expect({ status, cutoutId: body['cutoutId'], url: parseUrl(body['url']) }).toEqual({
      status: 200,
      cutoutId: GENERATION,
      url: IMAGE_URL,
    });
    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      'GetObjectCommand',
      'InvokeModelCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input.Key).toBe(`references/${USER}/${REFERENCE}`);
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input.Key).toBe(IMAGE_KEY);
    expect(modelsAsked()).toEqual([
      {
        model: 'us.cutout',
        request: { image: JPEGS.baseline.toString('base64'), output_format: 'png' },
      },
    ]);
    expect(ledgerEntries()).toEqual(SPENT);
  });

  it('is refunded, and does not wait in line, when its model is throttled in every region', async () => {
    bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: '', $metadata: {} }));

    expect(await create()).toMatchObject({
      status: 503,
      body: { code: 'model_unavailable', charge: 'refunded' },
    });

    expect(modelsAsked().map(({ model }) => model)).toEqual(['us.cutout', 'us.cutout']);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });

  it('without a reference image is refused before any call', async () => {
    expect(await create({ referenceId: undefined })).toMatchObject({
      status: 400,
      body: { error: 'referenceId must be a UUID' },
    });

    expect(callsMade()).toEqual([]);
  });
});
