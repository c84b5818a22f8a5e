import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { generatedThumbnail, listThumbnailsResponse, readThumbnailResponse } from '../../contract/schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { addCreator, newCreator, type Creator } from '../support/cloud/creator.ts';
import { shareCloud } from './support/shared-cloud.ts';
import { expectInvariants } from './support/invariants.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';

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

describe('a new account', () => {
  it('receives the welcome credits once', async () => {
    const signedUp = await newCreator(cloud);

    expect(await signedUp.credits()).toBe(3);
    expect(await inspector.ledger(signedUp.userId)).toMatchObject([{ entryId: 'welcome', amount: 3 }]);
  });
});

describe('a successful generation', () => {
  it('returns the URL of an image and costs one credit', async () => {
    const answer = await creator.generate('a castle at sunset');

    expect(answer.status).toBe(200);
    const { imageURL } = generatedThumbnail.parse(answer.body);
    const image = await fetch(imageURL);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await creator.credits()).toBe(2);
    await expectInvariants(inspector, creator.userId);
  });

  it('is listed with the newest first and can be read by its id', async () => {
    const first = generatedThumbnail.parse((await creator.generate('first')).body);
    const second = generatedThumbnail.parse((await creator.generate('second')).body);

    const list = listThumbnailsResponse.parse((await creator.get('/api/thumbnails?limit=1')).body);
    expect(list.thumbnails).toMatchObject([{ id: second.generationId, prompt: 'second' }]);
    const next = await creator.get(`/api/thumbnails?limit=1&cursor=${list.cursor ?? ''}`);
    expect(next.body['thumbnails']).toMatchObject([{ id: first.generationId, prompt: 'first' }]);

    const found = await creator.get(`/api/thumbnails/${first.generationId}`);
    expect(readThumbnailResponse.parse(found.body).status).toBe('succeeded');
  });

  it('allows only the origin of the site to download its image', async () => {
    const { imageURL } = generatedThumbnail.parse((await creator.generate('a castle')).body);

    const own = await fetch(imageURL, { headers: { origin: cloud.url } });
    const other = await fetch(imageURL, { headers: { origin: 'https://elsewhere.example' } });

    expect(own.headers.get('access-control-allow-origin')).toBe(cloud.url);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a failing model', () => {
  const failures: [string, ErrorCode][] = [
    ['[[throttle]] castle', 'model_unavailable'],
    ['[[filter]] castle', 'content_filtered'],
    ['[[error]] castle', 'model_unavailable'],
  ];
  it.each(failures)('for %s, the credit is refunded and the error is %s', async (prompt, code) => {
    const answer = await creator.generate(prompt);

    expect(answer.status).toBe(API_ERRORS[code].status);
    expect(answer.body).toMatchObject({ code, charge: 'refunded' });
    expect(await creator.credits()).toBe(3);
    await expectInvariants(inspector, creator.userId);
  });

  it('is replaced by the next model of the pool when it is throttled once', async () => {
    const answer = await creator.generate(`[[throttle-once]] castle ${randomUUID()}`);

    expect(answer.status).toBe(200);
    const [summary] = listThumbnailsResponse.parse((await creator.get('/api/thumbnails')).body).thumbnails;
    expect(summary?.model).toBe('stability.sd3-5-large-v1:0');
    expect(await creator.credits()).toBe(2);
  });
});
