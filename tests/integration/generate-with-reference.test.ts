import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  generateThumbnailResponse,
  listThumbnailsResponse,
  readThumbnailResponse,
} from '../../contract/schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';
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
    ['a link with words', `a castle like ${LINK}`, undefined, STYLE, video],
    ['an image as style', 'a castle', 'style', STYLE, { kind: 'image', use: 'style' }],
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

describe('a reference that cannot be used', () => {
  it.each([
    ['a private video', 'https://youtu.be/private0001', {}, 'reference_not_found'],
    ['a site that fails', 'https://youtu.be/err50000001', {}, 'reference_unavailable'],
    [
      'an expired image',
      'a castle',
      { reference: { kind: 'image', id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', use: 'style' } },
      'reference_not_found',
    ],
    ['an image that the model declines', `[[filter-input]] castle ${LINK}`, {}, 'content_filtered'],
  ])('because of %s is refunded, and a later read gives the same reason', async (_, prompt, more, code) => {
    const generationId = randomUUID();
    const { body } = await creator.generate(prompt, { generationId, ...more });

    expect(body).toMatchObject({ code, charge: 'refunded' });
    const found = await creator.get(`/api/thumbnails/${generationId}`);
    expect(found.body).toMatchObject({ status: 'failed', code, error: body['error'] });
    expect(await creator.credits()).toBe(3);
    await expectInvariants(inspector, creator.userId);
  });
});
