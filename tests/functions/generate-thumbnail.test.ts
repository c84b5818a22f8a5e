import * as models from '@aws-sdk/client-bedrock-runtime';
import { PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { markImage } from '../../functions/images/image-bucket.ts';
import * as metrics from '../../functions/platform/metrics.ts';
import {
  bedrock,
  callsMade,
  cloudWorks,
  deletedImages,
  hangUntilAborted,
  ledgerEntries,
  modelsAsked,
  regionsAsked,
  s3,
  settledAttributes,
  timedOut,
  transactions,
} from './support/cloud.ts';
import {
  generate,
  IMAGE_URL,
  parseUrl,
  PREVIEW_URL,
  REFUNDED,
  SPENT,
  UNAVAILABLE,
} from './support/generation.ts';
import { png, rawAnswer, stabilityAnswer } from './support/models.ts';
import { makePreview, preparePixelThread, PREVIEW } from './support/pixel-thread.ts';
import { GENERATION, IMAGE_KEY, IMAGE_KEYS, PREVIEW_KEY, PROMPT } from './support/thumbnail-rows.ts';

const details = { message: 'from Bedrock', $metadata: {} };
const throttled = new models.ThrottlingException(details);
const invalid = (message: string) => new models.ValidationException({ ...details, message });
const first = () => bedrock.on(models.InvokeModelCommand, { modelId: 'first' });
const ids = () => modelsAsked().map(({ model }) => model);
const stored = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input);

/** Answers the upload of one of the images. */
function mockUpload(type: 'image/png' | 'image/webp', upload: () => unknown): void {
  s3.on(PutObjectCommand).callsFake(({ ContentType }: PutObjectCommandInput) =>
    ContentType === type ? upload() : {},
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
  cloudWorks();
  makePreview.mockReset().mockImplementation(() => Promise.resolve(PREVIEW));
});

describe('a generation', () => {
  it('reserves, invokes the model, stores image and preview, settles, and answers with their URLs', async () => {
    const { status, headers, body } = await generate({ negativePrompt: 'blurry' });

    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      'InvokeModelCommand',
      'PutObjectCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
    const seed: unknown = transactions()[0]?.[0]?.Put?.Item?.['seed'];
    expect(seed).toBeGreaterThanOrEqual(1);
    expect(seed).toBeLessThanOrEqual(4_294_967_294);
    const prompts = { prompt: PROMPT, negative_prompt: 'blurry' };
    expect(modelsAsked()).toEqual([
      { model: 'first', request: { ...prompts, aspect_ratio: '16:9', output_format: 'png', seed } },
    ]);
    const object = { Bucket: 'images', CacheControl: 'private, max-age=31536000, immutable' };
    const png16x9 = markImage('image/png', png(), 'generated');
    const preview = markImage('image/webp', PREVIEW, 'generated');
    expect(stored()).toEqual([
      { ...object, Key: IMAGE_KEY, Body: png16x9, ContentType: 'image/png' },
      { ...object, Key: PREVIEW_KEY, Body: preview, ContentType: 'image/webp' },
    ]);
    expect(settledAttributes()).toMatchObject({ imageKey: IMAGE_KEY, previewKey: PREVIEW_KEY });
    const { imageURL, previewURL, ...rest } = body;
    expect({ status, headers, rest, urls: [parseUrl(imageURL), parseUrl(previewURL)] }).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      rest: { generationId: GENERATION },
      urls: [IMAGE_URL, PREVIEW_URL],
    });
  });

  it('has another id and another seed for each request without an id', async () => {
    const answers = [
      await generate({ generationId: undefined }),
      await generate({ generationId: undefined }),
    ];

    const created = answers.map(({ body }) => body['generationId']);
    expect(created).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\da-f-]{36}$/),
    ]);
    expect(ledgerEntries()).toEqual(created.map((id) => `spend#${String(id)}`));
    expect(new Set(created).size).toBe(2);
    expect(new Set(modelsAsked().map(({ request }) => request['seed'])).size).toBe(2);
  });

  it('leaves 4 s of the invocation after the image and 2.5 s after storing it, and spends 2 s on the preview', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');

    await generate({}, { remainingMs: 28_000 });
    await generate({}, { remainingMs: 3_000 });

    expect(timeout.mock.calls).toEqual([[24_000], [25_500], [2_000], [0], [500], [500]]);
    const endings = makePreview.mock.calls.map((call) => (call as unknown as [Uint8Array, number])[1]);
    expect(endings).toEqual([Date.now() + 2_000, Date.now() + 500]);
  });

  it('counts its success with its model, its credits and the time of the image', async () => {
    bedrock.on(models.InvokeModelCommand).callsFake(() => {
      vi.setSystemTime('2026-11-21T09:00:09.000Z');
      return stabilityAnswer();
    });

    await generate({ model: 'dear' });

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('succeeded', 'dear');
    expect(metrics.recordImageTime).toHaveBeenCalledExactlyOnceWith(9_000);
    expect(metrics.recordModelImage).toHaveBeenCalledExactlyOnceWith('dear', 9_000, undefined);
    expect(metrics.countCreditsSpent).toHaveBeenCalledExactlyOnceWith(3);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });
});

describe('the preview', () => {
  it('is prepared before the model is invoked, and made while the image is uploaded', async () => {
    let finishUpload: ((result: object) => void) | undefined;
    mockUpload('image/png', () => new Promise((resolve) => (finishUpload = resolve)));
    first().callsFake(() => {
      expect(preparePixelThread).toHaveBeenCalledOnce();
      return stabilityAnswer();
    });

    const answer = generate();
    await vi.waitFor(() => expect(stored().map(({ Key }) => Key)).toEqual([IMAGE_KEY, PREVIEW_KEY]));
    finishUpload?.({});

    expect(await answer).toMatchObject({ status: 200, body: { previewURL: expect.any(String) as string } });
  });

  it.each([
    ['cannot be made', () => makePreview.mockRejectedValue(new Error('not a PNG'))],
    ['cannot be stored', () => mockUpload('image/webp', () => Promise.reject(timedOut()))],
  ])('is absent from a generation that succeeds when it %s', async (_, prepare) => {
    prepare();

    const { status, body } = await generate();

    expect({ status, body }).toEqual({
      status: 200,
      body: { generationId: GENERATION, imageURL: expect.any(String) as string },
    });
    expect(settledAttributes()).not.toHaveProperty('previewKey');
    expect(ledgerEntries()).toEqual(SPENT);
  });

  it('is stored before an image that cannot be stored is refunded and deleted', async () => {
    mockUpload('image/png', () => Promise.reject(timedOut()));
    let finishPreview: ((preview: Buffer) => void) | undefined;
    makePreview.mockImplementation(() => new Promise((resolve) => (finishPreview = resolve)));

    const answer = generate();
    await vi.waitFor(() => expect(makePreview).toHaveBeenCalledOnce());
    expect(ledgerEntries()).toEqual(SPENT);
    finishPreview?.(PREVIEW);

    expect(await answer).toMatchObject(UNAVAILABLE);
    expect(stored().map(({ Key }) => Key)).toEqual([IMAGE_KEY, PREVIEW_KEY]);
    expect(deletedImages()).toEqual(IMAGE_KEYS);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});

// Which errors let a generation wait is in `state/waiting-line.test.ts`.
it.each<[string, () => unknown]>([
  ['is throttled', () => first().rejects(throttled)],
  ['cannot be reached', () => first().rejects(new Error('connect ECONNREFUSED'))],
  ['has timed out', () => first().rejects(new models.ModelTimeoutException(details))],
  ['is not known', () => first().rejects(invalid('The provided model identifier is invalid.'))],
  [
    'fails with the words of the content filter',
    () =>
      first().rejects(
        new models.ServiceUnavailableException({ ...details, message: 'The content filter is overloaded.' }),
      ),
  ],
  ['does not answer with JSON', () => first().resolves(rawAnswer('<html>busy</html>'))],
])(
  'the next model makes the image at no extra cost, and is recorded, when the first model %s',
  async (...row) => {
    const [, prepare] = row;
    bedrock.on(models.InvokeModelCommand, { modelId: 'second' }).resolves(stabilityAnswer(png(1280, 720)));
    prepare();

    expect(await generate()).toMatchObject({ status: 200 });

    expect(ids()).toEqual(['first', 'second']);
    expect(await regionsAsked()).toEqual(['us-west-2', 'us-east-1']);
    expect(settledAttributes()).toMatchObject({ model: 'second', width: 1280, height: 720 });
    expect(ledgerEntries()).toEqual(SPENT);
  },
);

describe('a generation without an image is refunded', () => {
  it('with 503 and its metrics when no model of its price is available', async () => {
    bedrock.on(models.InvokeModelCommand).rejects(throttled);

    expect(await generate()).toMatchObject(UNAVAILABLE);

    expect([ids(), ledgerEntries()]).toEqual([['first', 'second'], REFUNDED]);
    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('model_unavailable', 'first');
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
    expect(vi.mocked(metrics.countModelUnavailable).mock.calls).toEqual([['first'], ['second']]);
  });

  it.each([
    'This request has been blocked by our content filters. Our filters automatically flagged this prompt.',
    'The generated image(s) conflict with the AWS Responsible AI Policy.',
    // A request that is invalid because of the prompt. Only the beginning of the message is Bedrock's own.
    'Malformed input request: a castle. The provided model identifier is invalid.',
  ])('with 422, without a call of another model, when the content filter answers "%s"', async (message) => {
    first().rejects(invalid(message));

    expect(await generate()).toMatchObject({
      status: 422,
      body: { code: 'content_filtered', charge: 'refunded' },
    });

    expect([ids(), ledgerEntries(), stored()]).toEqual([['first'], REFUNDED, []]);
  });

  it('with 504 when all models together do not respond until 4 s before the end of the invocation', async () => {
    first().rejects(throttled);
    bedrock.on(models.InvokeModelCommand, { modelId: 'second' }).callsFake(() => hangUntilAborted(bedrock));

    expect(await generate({}, { remainingMs: 4_020 })).toMatchObject({
      status: 504,
      body: { code: 'generation_timeout', charge: 'refunded' },
    });

    expect([ids(), ledgerEntries()]).toEqual([['first', 'second'], REFUNDED]);
  });
});
