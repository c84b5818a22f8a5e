import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callsMade, cloudWorks, ledgerEntries, modelsAsked, s3, transactions } from './support/cloud.ts';
import { generate, IMAGE_URL, parseUrl, PREVIEW_URL } from './support/generation.ts';
import { png } from './support/models.ts';
import { PREVIEW } from './support/preview-thread.ts';
import { GENERATION, IMAGE_KEY, PREVIEW_KEY, PROMPT } from './support/thumbnail-rows.ts';

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

  it('is for the same generation when the id is sent in capitals', async () => {
    await generate({ generationId: GENERATION.toUpperCase() });

    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`]);
  });
});

describe('the AWS calls of a generation', () => {
  it('are one transaction, one model, the upload of image and preview, and one update, in this order', async () => {
    await generate();

    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      'InvokeModelCommand',
      'PutObjectCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
  });

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

  it('pass no negative prompt to the model when it is blank', async () => {
    expect(await generate({ negativePrompt: ' \n ' })).toMatchObject({ status: 200 });
    expect(modelsAsked()[0]?.request).not.toHaveProperty('negative_prompt');
  });

  it('ignore fields that the request must not set', async () => {
    await generate({ cost: 0, status: 'succeeded', credits: 99 });

    expect(insertedRecord()).toMatchObject({ cost: 1, status: 'pending' });
    expect(insertedRecord()).not.toHaveProperty('credits');
  });

  it('store image and preview under the user and the generation, to be cached by the browser alone', async () => {
    await generate();

    const common = { Bucket: 'images', CacheControl: 'private, max-age=31536000, immutable' };
    expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { ...common, Key: IMAGE_KEY, Body: png(), ContentType: 'image/png' },
      { ...common, Key: PREVIEW_KEY, Body: PREVIEW, ContentType: 'image/webp' },
    ]);
  });

  it('reserve 4 s of the invocation after the image and 2.5 s after storing it, and spend 2 s on the preview', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');

    await generate({}, { remainingMs: 28_000 });

    expect(timeout.mock.calls).toEqual([[24_000], [25_500], [2_000]]);
  });
});
