import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listThumbnailsResponse, readThumbnailResponse } from '#contract/endpoints/schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { readWebpSize } from '../support/image-metadata.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';
import { expectInvariants } from './support/invariants.ts';

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;
let id: string;
let prompt: string;

const list = async () => listThumbnailsResponse.parse((await creator.get('/api/thumbnails')).body).thumbnails;
const remove = (by = creator) => by.delete(`/api/thumbnails/${id}`);

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
  id = randomUUID();
  prompt = `a castle ${randomUUID()}`;
  expect(await creator.generate(prompt, { generationId: id })).toMatchObject({ status: 200 });
});

describe('the preview of a thumbnail', () => {
  it('is a WebP of the image, for the browser to cache', async () => {
    const [thumbnail] = await list();
    const { previewURL = '', width, height } = thumbnail ?? {};
    const response = await fetch(previewURL);
    const file = Buffer.from(await response.arrayBuffer());

    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    // The image is smaller than a preview: the model of these tests answers at once.
    expect(readWebpSize(file)).toEqual({ width, height });
    const read = readThumbnailResponse.parse((await creator.get(`/api/thumbnails/${id}`)).body);
    expect(new URL(read.previewURL ?? '').pathname).toBe(new URL(previewURL).pathname);
  });
});

describe('a thumbnail that its creator deletes', () => {
  it('disappears from the list, the export, its id and its URLs, and its credit stays spent', async () => {
    const [before] = await list();

    expect(await remove()).toMatchObject({ status: 200, body: { deleted: true } });

    expect(await list()).toEqual([]);
    expect(await creator.get(`/api/thumbnails/${id}`)).toMatchObject({ status: 404 });
    expect((await creator.get('/api/account/export')).body['thumbnails']).toEqual([]);
    for (const url of [before?.url, before?.previewURL]) {
      expect((await fetch(String(url))).ok).toBe(false);
    }
    expect(await inspector.images(creator.userId)).toEqual([]);
    expect(await inspector.dump()).not.toContain(prompt);
    expect(await creator.credits()).toBe(2);
    await inspector.backdate(creator.userId);
    await cloud.invoke('RefundAbandoned', {});
    await expectInvariants(inspector, creator.userId);
  });
});
