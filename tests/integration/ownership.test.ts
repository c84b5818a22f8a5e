import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateThumbnailResponse, listThumbnailsResponse } from '../../contract/schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { startCloud } from './support/cloud.ts';
import { newCreator, type Answer, type Creator } from './support/creator.ts';

let cloud: EmbeddedCloud;
let ada: Creator;
let mallory: Creator;
let adasThumbnail: { imageURL: string; generationId: string };

beforeAll(async () => {
  cloud = await startCloud();
  ada = await newCreator(cloud);
  mallory = await newCreator(cloud);
  adasThumbnail = generateThumbnailResponse.parse((await ada.generate('a castle')).body);
});
afterAll(() => cloud.stop());

/** An answer without what differs from call to call. */
function essence({ status, body: { error, code } }: Answer): unknown {
  return { status, error, code };
}

describe("another's thumbnail", () => {
  it('cannot be told from one that never was', async () => {
    const others = await mallory.get(`/api/thumbnails/${adasThumbnail.generationId}`);
    const unknown = await mallory.get(`/api/thumbnails/${randomUUID()}`);

    expect(others.status).toBe(404);
    expect(essence(others)).toEqual(essence(unknown));
  });

  it('is not in the list', async () => {
    const list = listThumbnailsResponse.parse((await mallory.get('/api/thumbnails')).body);
    expect(list.thumbnails).toEqual([]);
  });

  it('is not reached through its id as an idempotency key: that makes a thumbnail of one’s own', async () => {
    const answer = await mallory.generate('mine', { generationId: adasThumbnail.generationId });

    expect(answer.status).toBe(200);
    expect(answer.body['imageURL']).toContain(mallory.userId);
    const adas = await ada.get(`/api/thumbnails/${adasThumbnail.generationId}`);
    expect(adas.body['url']).toContain(ada.userId);
  });

  it('is not reached through a cursor of its owner', async () => {
    await ada.generate('a second castle');
    const { cursor = '' } = listThumbnailsResponse.parse((await ada.get('/api/thumbnails?limit=1')).body);

    const answer = await mallory.get(`/api/thumbnails?limit=1&cursor=${cursor}`);

    expect(JSON.stringify(answer.body)).not.toContain(ada.userId);
  });

  it.each([
    ['another key', (url: URL) => (url.pathname = url.pathname.replace(ada.userId, mallory.userId))],
    ['a longer life', (url: URL) => url.searchParams.set('X-Amz-Expires', '86400')],
    ['no signature', (url: URL) => (url.search = '')],
  ])('is not shown by its presigned URL with %s', async (_, tamper) => {
    const url = new URL(adasThumbnail.imageURL);
    tamper(url);
    expect((await fetch(url)).status).toBe(403);
  });
});

describe("another's credits", () => {
  it('cannot be spent by naming their owner', async () => {
    const before = await ada.credits();
    const answer = await mallory.post('/api/generate-thumbnail', { prompt: 'mine', userId: ada.userId });

    expect(answer.status).toBe(403);
    expect(answer.body['code']).toBe('forbidden');
    expect(await ada.credits()).toBe(before);
  });
});
