import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readVideoReferenceResponse } from '#contract/endpoints/reference-requests.ts';
import { generatedThumbnail, generateThumbnailResponse } from '#contract/endpoints/generation-schemas.ts';
import { listThumbnailsResponse, readThumbnailResponse } from '#contract/endpoints/schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { shareCloud } from './support/cloud.ts';
import { expectInvariants } from './support/invariants.ts';

const VIDEO = 'dQw4w9WgXcQ';
const LINK = `https://youtu.be/${VIDEO}`;
const STYLE = 'us.stability.stable-image-style-guide-v1:0';
const LAYOUT = 'us.stability.stable-image-control-structure-v1:0';

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
});

const uploadImage = async (use: 'style' | 'layout') => ({
  kind: 'image',
  id: await inspector.storeReferenceImage(creator.userId),
  use,
});

describe('a generation with a reference', () => {
  const video = { kind: 'video', videoId: VIDEO };

  it.each([
    ['a link alone', LINK, undefined, STYLE, video],
    ['an image as layout', 'a castle', 'layout', LAYOUT, { kind: 'image', use: 'layout' }],
  ] as const)('of %s costs one credit and is listed with its origin', async (...row) => {
    const [, prompt, use, model, reference] = row;
    const answer = await creator.generate(prompt, use && { reference: await uploadImage(use) });

    expect(answer.status).toBe(200);
    const { generationId } = generateThumbnailResponse.parse(answer.body);
    const { thumbnails } = listThumbnailsResponse.parse((await creator.get('/api/thumbnails')).body);
    expect(thumbnails).toMatchObject([{ id: generationId, prompt, model, reference }]);
    const found = readThumbnailResponse.parse((await creator.get(`/api/thumbnails/${generationId}`)).body);
    expect(found).toMatchObject({ status: 'succeeded', prompt, model, reference });
    expect(await creator.credits()).toBe(2);
    await expectInvariants(inspector, creator.userId);
  });
});

it('A generation after an earlier thumbnail costs one credit and is listed with its origin and its set', async () => {
  const setId = randomUUID();
  const earlier = generatedThumbnail.parse((await creator.generate('a castle')).body).generationId;
  const reference = { kind: 'thumbnail', id: earlier, use: 'layout' };

  const answer = await creator.generate('a lighthouse', { reference, setId });

  expect(answer.status).toBe(200);
  const id = generatedThumbnail.parse(answer.body).generationId;
  const { thumbnails } = listThumbnailsResponse.parse((await creator.get('/api/thumbnails')).body);
  expect(thumbnails).toMatchObject([{ id, model: LAYOUT, reference, setId }, { id: earlier }]);
  expect(thumbnails[1]).not.toHaveProperty('setId');
  expect(await creator.credits()).toBe(1);
  await expectInvariants(inspector, creator.userId);
});

it('The thumbnail of a video is shown from an origin that the pages may load', async () => {
  const { status, body } = await creator.get(`/api/video-reference?url=${encodeURIComponent(LINK)}`);

  expect(status).toBe(200);
  const { thumbnailURL } = readVideoReferenceResponse.parse(body);
  const image = await fetch(thumbnailURL);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const policy = (await fetch(cloud.url)).headers.get('content-security-policy');
  expect(policy).toMatch(new RegExp(`img-src [^;]*${new URL(thumbnailURL).origin}`));
});
