import { PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  callsMade,
  cloudWorks,
  deletedImages,
  ledgerEntries,
  modelsAsked,
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
import { png } from './support/models.ts';
import { makePreview, preparePixelThread, PREVIEW } from './support/pixel-thread.ts';
import { markImage } from '../../functions/images/image-bucket.ts';
import { GENERATION, IMAGE_KEY, IMAGE_KEYS, PREVIEW_KEY, PROMPT } from './support/thumbnail-rows.ts';

const storedKeys = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input.Key);
const insertedRecord = () => transactions()[0]?.[0]?.Put?.Item;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  cloudWorks();
});

describe('the response of a generation', () => {
  it('contains the id and URLs of the image and its preview that are valid for 15 minutes, and is not cached', async () => {
    const { status, headers, body } = await generate();

    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['generationId', 'imageURL', 'previewURL']);
    expect(body['generationId']).toBe(GENERATION);
    expect(parseUrl(body['imageURL'])).toEqual(IMAGE_URL);
    expect(parseUrl(body['previewURL'])).toEqual(PREVIEW_URL);
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      'InvokeModelCommand',
      'PutObjectCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
  });

  it('contains a new id for each request without one', async () => {
    const [one, two] = [
      await generate({ generationId: undefined }),
      await generate({ generationId: undefined }),
    ];

    expect(one.body['generationId']).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect(two.body['generationId']).not.toBe(one.body['generationId']);
    expect(ledgerEntries()).toEqual([one, two].map(({ body }) => `spend#${String(body['generationId'])}`));
  });
});

describe('the AWS calls of a generation', () => {
  it('invoke the model with a 16:9 PNG and the seed that the record stores', async () => {
    await generate({ negativePrompt: 'blurry' });

    const seed: unknown = insertedRecord()?.['seed'];
    expect(seed).toBeGreaterThanOrEqual(1);
    expect(seed).toBeLessThanOrEqual(4_294_967_294);
    expect(modelsAsked()).toEqual([
      {
        model: 'first',
        request: {
          prompt: PROMPT,
          negative_prompt: 'blurry',
          aspect_ratio: '16:9',
          output_format: 'png',
          seed,
        },
      },
    ]);
  });

  it('use another seed for each generation', async () => {
    await generate();
    await generate();

    const [one, two] = modelsAsked().map(({ request }) => request['seed']);
    expect(one).not.toBe(two);
  });

  it('store image and preview under the user and the generation, to be cached by the browser alone', async () => {
    await generate();

    const common = { Bucket: 'images', CacheControl: 'private, max-age=31536000, immutable' };
    expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        ...common,
        Key: IMAGE_KEY,
        Body: markImage('image/png', png(), 'generated'),
        ContentType: 'image/png',
      },
      {
        ...common,
        Key: PREVIEW_KEY,
        Body: markImage('image/webp', PREVIEW, 'generated'),
        ContentType: 'image/webp',
      },
    ]);
  });

  it('reserve 4 s of the invocation after the image and 2.5 s after storing it, and spend 2 s on the preview', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');

    await generate({}, { remainingMs: 28_000 });

    expect(timeout.mock.calls).toEqual([[24_000], [25_500], [2_000]]);
  });
});

describe('the preview of an image', () => {
  /** Lets one of the uploads wait for an event. */
  function mockUpload(type: 'image/png' | 'image/webp', upload: () => unknown): void {
    s3.on(PutObjectCommand).callsFake(({ ContentType }: PutObjectCommandInput) =>
      ContentType === type ? upload() : {},
    );
  }

  afterEach(() => {
    makePreview.mockReset().mockImplementation(() => Promise.resolve(PREVIEW));
  });

  it('is prepared before the model is invoked, and made while the image is uploaded', async () => {
    let finishUpload: ((result: object) => void) | undefined;
    mockUpload('image/png', () => new Promise((resolve) => (finishUpload = resolve)));
    makePreview.mockImplementation(() => {
      expect(preparePixelThread).toHaveBeenCalledOnce();
      return Promise.resolve(PREVIEW);
    });

    const answer = generate();
    await vi.waitFor(() => expect(storedKeys()).toEqual([IMAGE_KEY, PREVIEW_KEY]));
    finishUpload?.({});

    expect(await answer).toMatchObject({ status: 200, body: { previewURL: expect.any(String) as string } });
    expect(settledAttributes()).toMatchObject({ imageKey: IMAGE_KEY, previewKey: PREVIEW_KEY });
  });

  it.each([
    ['cannot be made', () => makePreview.mockRejectedValue(new Error('not a PNG'))],
    ['cannot be stored', () => mockUpload('image/webp', () => Promise.reject(timedOut()))],
  ])('that %s does not fail the generation', async (_, prepare) => {
    prepare();

    const { status, body } = await generate();

    expect(status).toBe(200);
    expect(body).not.toHaveProperty('previewURL');
    expect(settledAttributes()).toMatchObject({ imageKey: IMAGE_KEY });
    expect(settledAttributes()).not.toHaveProperty('previewKey');
    expect(ledgerEntries()).toEqual(SPENT);
  });

  it('has a time that ends before the reserve for the last steps', async () => {
    await generate({}, { remainingMs: 3_000 });

    const [, endAt] = makePreview.mock.calls[0] as unknown as [Uint8Array, number];
    expect(endAt).toBeLessThanOrEqual(Date.now() + 500);
  });

  it('is stored before an image that cannot be stored is refunded and deleted', async () => {
    mockUpload('image/png', () => Promise.reject(timedOut()));
    let finishPreview: ((preview: Buffer) => void) | undefined;
    makePreview.mockImplementation(() => new Promise((resolve) => (finishPreview = resolve)));

    const answer = generate();
    await vi.waitFor(() => expect(storedKeys()).toEqual([IMAGE_KEY]));
    expect(ledgerEntries()).toEqual(SPENT);
    finishPreview?.(PREVIEW);

    expect(await answer).toMatchObject(UNAVAILABLE);
    expect(storedKeys()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
    expect(deletedImages()).toEqual(IMAGE_KEYS);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});
