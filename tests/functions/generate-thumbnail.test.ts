import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import { callsMade, cloudWorks, ledgerEntries, modelsAsked, s3, transactions } from './support/cloud.ts';
import { call, USER } from './support/event.ts';
import { png } from './support/models.ts';
import { itsImage, opened } from './support/presigned.ts';
import { GENERATION, IMAGE_KEY, PROMPT } from './support/thumbnail-rows.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const request = { prompt: PROMPT, userId: USER, generationId: GENERATION };
const generate = (changes: Record<string, unknown> = {}) =>
  call(handler, { body: { ...request, ...changes } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  cloudWorks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a generation that succeeds', () => {
  it('answers with the id and a URL of the picture for an hour', async () => {
    const answer = await generate();

    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['generationId', 'imageURL']);
    expect(answer.body['generationId']).toBe(GENERATION);
    expect(opened(answer.body['imageURL'])).toEqual(itsImage);
  });

  it('is JSON that no cache keeps', async () => {
    const { headers } = await generate();

    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  it('makes four calls to AWS, one after the other: reserve, paint, store, settle', async () => {
    await generate();

    expect(callsMade()).toEqual([
      'TransactWriteCommand',
      'InvokeModelCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
  });

  it('takes the credit with the spend row, the pending record and the rate limit counter in one transaction', async () => {
    await generate({ negativePrompt: 'blurry' });

    expect(transactions()[0]).toEqual([
      {
        Put: {
          TableName: 'thumbnails',
          Item: {
            userId: USER,
            generationId: GENERATION,
            prompt: PROMPT,
            negativePrompt: 'blurry',
            model: 'first',
            cost: 1,
            seed: expect.any(Number) as number,
            status: 'pending',
            createdAt: NOW,
            pendingShard: '2',
            startedAt: NOW,
          },
          ConditionExpression: 'attribute_not_exists(generationId)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Put: {
          TableName: 'ledger',
          Item: {
            userId: USER,
            entryId: `spend#${GENERATION}`,
            kind: 'spend',
            amount: -1,
            ref: GENERATION,
            createdAt: NOW,
          },
          ConditionExpression: 'attribute_not_exists(entryId)',
        },
      },
      {
        Update: {
          TableName: 'users',
          Key: { id: USER },
          UpdateExpression: 'ADD credits :amount',
          ConditionExpression: 'credits >= :needed AND attribute_not_exists(closedAt)',
          ExpressionAttributeValues: { ':amount': -1, ':needed': 1 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Update: {
          TableName: 'rate-limits',
          Key: { subject: `generations#${USER}`, window: NOW },
          UpdateExpression: 'SET expiresAt = :expiresAt ADD requests :one',
          ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
          ExpressionAttributeValues: {
            ':one': 1,
            ':limit': 12,
            ':expiresAt': Date.parse('2026-11-21T10:01:00.000Z') / 1_000,
          },
        },
      },
    ]);
  });

  it('takes the price of the chosen model', async () => {
    await generate({ model: 'dear' });

    const [, row, balance] = transactions()[0] ?? [];
    expect(row?.Put?.Item).toMatchObject({ amount: -3 });
    expect(balance?.Update?.ExpressionAttributeValues).toMatchObject({ ':amount': -3, ':needed': 3 });
  });

  it('asks the model for a 16:9 PNG, with the seed that the record keeps', async () => {
    await generate({ negativePrompt: 'blurry' });

    const seed: unknown = transactions()[0]?.[0]?.Put?.Item?.['seed'];
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

  it('stores the picture under the user and the generation', async () => {
    await generate();

    expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      {
        Bucket: 'images',
        Key: IMAGE_KEY,
        Body: png(),
        ContentType: 'image/png',
        CacheControl: 'private, max-age=31536000, immutable',
      },
    ]);
  });

  it('gives painting all but the last 4 s of the invocation, and storing all but the last 2.5 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');

    await call(handler, { body: request, remainingMs: 28_000 });

    expect(timeout.mock.calls).toEqual([[24_000], [25_500]]);
  });

  it('makes an id of its own where the browser sent none', async () => {
    const withoutId = { prompt: PROMPT, userId: USER };

    const one = await call(handler, { body: withoutId });
    const two = await call(handler, { body: withoutId });

    expect(one.body['generationId']).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    expect(two.body['generationId']).not.toBe(one.body['generationId']);
    expect(ledgerEntries()).toEqual([
      `spend#${String(one.body['generationId'])}`,
      `spend#${String(two.body['generationId'])}`,
    ]);
  });

  it('knows an id in capitals as the same generation', async () => {
    await generate({ generationId: GENERATION.toUpperCase() });

    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`]);
  });

  it('omits a negative prompt that is only white space', async () => {
    const { status } = await generate({ negativePrompt: ' \n ' });

    expect(status).toBe(200);
    expect(modelsAsked()[0]?.request).not.toHaveProperty('negative_prompt');
  });
});
