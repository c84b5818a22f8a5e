import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/create-cutout.ts';
import { JPEGS } from '../support/jpegs.ts';
import { bedrock, callsMade, cloudWorks, ledgerEntries, modelsAsked, s3 } from './support/cloud.ts';
import { call, USER } from './support/event.ts';
import { IMAGE_URL, parseUrl, REFUNDED, SPENT } from './support/generation.ts';
import { rawAnswer, stabilityAnswer, fileAnswer } from './support/models.ts';
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

  it('is requested from the next region when the quota of the first is used up', async () => {
    bedrock
      .on(InvokeModelCommand)
      .rejectsOnce(new ThrottlingException({ message: '', $metadata: {} }))
      .resolves(stabilityAnswer());

    expect(await create()).toMatchObject({ status: 200 });

    expect(modelsAsked().map(({ model }) => model)).toEqual(['us.cutout', 'us.cutout']);
  });
});

describe('a cut-out that fails is refunded', () => {
  it.each<[string, () => unknown, object]>([
    [
      'when the reference image has expired',
      () => s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} })),
      { status: 422, body: { code: 'reference_not_found' } },
    ],
    [
      'when the content filter rejects the image',
      () =>
        bedrock
          .on(InvokeModelCommand)
          .resolves(rawAnswer('{"finish_reasons":["Filter reason: input image"]}')),
      { status: 422, body: { params: { reason: 'declinedImage' }, charge: 'refunded' } },
    ],
    [
      'when the model is throttled in every region',
      () => bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: '', $metadata: {} })),
      { status: 503, body: { code: 'model_unavailable', charge: 'refunded' } },
    ],
  ])('%s', async (_, fail, answer) => {
    fail();

    expect(await create()).toMatchObject(answer);

    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});

it.each([
  ['no reference image', { referenceId: undefined }, 'referenceId must be a UUID'],
  ['a path as reference image', { referenceId: '../other/id' }, 'referenceId must be a UUID'],
  ['an invalid id', { generationId: 'x' }, 'generationId must be a UUID'],
])('refuses %s before any call', async (_, changes, error) => {
  expect(await create(changes)).toMatchObject({ status: 400, body: { error } });

  expect(callsMade()).toEqual([]);
});
