import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/list-thumbnails.ts';
import {
  callsMade,
  conditionFailed,
  deletedImages,
  dynamodb,
  resetCloud,
  s3,
  settledAttributes,
  timedOut,
} from './support/cloud.ts';
import { call, USER } from './support/event.ts';
import { png } from './support/models.ts';
import { makePreview, PREVIEW } from './support/preview-thread.ts';
import { deletedRow, GENERATION, IMAGE_KEY, PREVIEW_KEY, succeededRow } from './support/thumbnail-rows.ts';

const IDS = ['1', '2', '3', '4'].map((digit) => GENERATION.slice(0, -1) + digit);

const mockList = (...items: object[]) =>
  dynamodb.on(QueryCommand).resolves({ Items: items.map((item) => ({ ...item })) });
const list = async () => {
  const { status, body } = await call(handler, { routeKey: 'GET /api/thumbnails' });
  expect(status).toBe(200);
  return body['thumbnails'] as { id: string; url: string; previewURL?: string }[];
};

beforeEach(() => {
  resetCloud();
  dynamodb.on(GetCommand).resolves({ Item: { id: USER, credits: 3, createdAt: '2026-11-21T09:00:00.000Z' } });
  dynamodb.on(UpdateCommand).resolves({});
  // The SDK adds this method to the stream of a body.
  const Body = { transformToByteArray: () => Promise.resolve(new Uint8Array(png())) };
  s3.on(GetObjectCommand).resolves({ Body: Body as never });
  s3.on(PutObjectCommand).resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
});
afterEach(() => {
  makePreview.mockReset().mockImplementation(() => Promise.resolve(PREVIEW));
});

describe('the list of thumbnails', () => {
  it('adds the preview of a thumbnail that has none, and returns it', async () => {
    mockList(succeededRow());

    const [thumbnail] = await list();

    expect(thumbnail?.previewURL).toContain(PREVIEW_KEY);
    expect(callsMade()).toEqual([
      'GetCommand',
      'QueryCommand',
      'GetObjectCommand',
      'PutObjectCommand',
      'UpdateCommand',
    ]);
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toMatchObject({ Key: IMAGE_KEY });
    expect(dynamodb.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { userId: USER, generationId: GENERATION },
    });
    expect(settledAttributes()).toEqual({ previewKey: PREVIEW_KEY });
  });

  it('adds at most two previews, and shows the whole image of the other thumbnails', async () => {
    const [existing = '', ...missing] = IDS;
    mockList(
      succeededRow({ generationId: existing, previewKey: 'thumbnails/existing.webp' }),
      ...missing.map((generationId) => succeededRow({ generationId })),
    );

    const thumbnails = await list();

    expect(thumbnails.map(({ id }) => id)).toEqual(IDS);
    expect(thumbnails.map(({ previewURL }) => previewURL !== undefined)).toEqual([true, true, true, false]);
    expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(2);
  });

  it.each([
    ['the image cannot be read', () => s3.on(GetObjectCommand).rejects(timedOut())],
    ['the preview cannot be made', () => makePreview.mockRejectedValue(new Error('not a PNG'))],
    ['the preview cannot be stored', () => s3.on(PutObjectCommand).rejects(timedOut())],
    ['the record cannot be written', () => dynamodb.on(UpdateCommand).rejects(timedOut())],
  ])('returns the thumbnail without a preview when %s', async (_, prepare) => {
    mockList(succeededRow());
    prepare();

    const [thumbnail] = await list();

    expect(thumbnail).toMatchObject({ id: GENERATION, url: expect.any(String) as string });
    expect(thumbnail).not.toHaveProperty('previewURL');
  });

  it('deletes the preview of a thumbnail that was deleted in the meantime', async () => {
    mockList(succeededRow());
    dynamodb.on(UpdateCommand).rejects(conditionFailed(deletedRow()));

    const [thumbnail] = await list();

    expect(thumbnail).not.toHaveProperty('previewURL');
    expect(deletedImages()).toEqual([IMAGE_KEY, PREVIEW_KEY]);
  });

  it('makes no further call when every thumbnail has a preview', async () => {
    mockList(succeededRow({ previewKey: PREVIEW_KEY }));

    await list();

    expect(callsMade()).toEqual(['GetCommand', 'QueryCommand']);
  });

  it('is not delayed by more than two seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
    mockList(succeededRow());

    await list();

    expect(makePreview).toHaveBeenLastCalledWith(expect.any(Uint8Array), Date.now() + 2_000);
    vi.useRealTimers();
  });
});
