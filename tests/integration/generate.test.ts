import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts';
import {
  generateThumbnailResponse,
  listThumbnailsResponse,
  readThumbnailResponse,
} from '../../contract/schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { startCloud } from './support/cloud.ts';
import { newCreator, type Creator } from './support/creator.ts';
import { expectInvariants } from './support/invariants.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';

let cloud: EmbeddedCloud;
let audit: CloudInspector;
let creator: Creator;

beforeAll(async () => {
  cloud = await startCloud();
  audit = inspectCloud(cloud);
});
afterAll(() => cloud.stop());
beforeEach(async () => {
  creator = await newCreator(cloud);
});

describe('a new creator', () => {
  it('finds the welcome credits in the account, once', async () => {
    expect(await creator.credits()).toBe(3);
    expect(await audit.ledger(creator.userId)).toMatchObject([{ entryId: 'welcome', amount: 3 }]);
  });
});

describe('a generation that succeeds', () => {
  it('answers with a picture that can be fetched, and takes one credit', async () => {
    const answer = await creator.generate('a castle at sunset');

    expect(answer.status).toBe(200);
    const { imageURL } = generateThumbnailResponse.parse(answer.body);
    const picture = await fetch(imageURL);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await creator.credits()).toBe(2);
    await expectInvariants(audit, creator.userId);
  });

  it('is listed, newest first, and found by its id', async () => {
    const first = generateThumbnailResponse.parse((await creator.generate('first')).body);
    const second = generateThumbnailResponse.parse((await creator.generate('second')).body);

    const list = listThumbnailsResponse.parse((await creator.get('/api/thumbnails?limit=1')).body);
    expect(list.thumbnails).toMatchObject([{ id: second.generationId, prompt: 'second' }]);
    const next = await creator.get(`/api/thumbnails?limit=1&cursor=${list.cursor ?? ''}`);
    expect(next.body['thumbnails']).toMatchObject([{ id: first.generationId, prompt: 'first' }]);

    const found = await creator.get(`/api/thumbnails/${first.generationId}`);
    expect(readThumbnailResponse.parse(found.body).status).toBe('succeeded');
  });

  it('is listed by creation time, even if a later generation finished first', async () => {
    const slow = creator.generate('[[slow:1500]] started first');
    await expect.poll(() => audit.thumbnails(creator.userId)).toHaveLength(1);
    await creator.generate('finished first');
    await slow;

    const { thumbnails } = listThumbnailsResponse.parse((await creator.get('/api/thumbnails')).body);

    expect(thumbnails.map(({ prompt }) => prompt)).toEqual(['finished first', '[[slow:1500]] started first']);
  });

  it('lets the site, and no other origin, fetch the picture to download it', async () => {
    const { imageURL } = generateThumbnailResponse.parse((await creator.generate('a castle')).body);

    const own = await fetch(imageURL, { headers: { origin: cloud.url } });
    const other = await fetch(imageURL, { headers: { origin: 'https://elsewhere.example' } });

    expect(own.headers.get('access-control-allow-origin')).toBe(cloud.url);
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the same generation id again', () => {
  it('answers as the first time and takes nothing more', async () => {
    const generationId = randomUUID();
    await creator.generate('a castle', { generationId });

    const again = await creator.generate('a castle', { generationId });

    expect(again.status).toBe(200);
    expect(again.body['generationId']).toBe(generationId);
    expect(await creator.credits()).toBe(2);
    await expectInvariants(audit, creator.userId);
  });

  it('is in progress while the first is painting, and both end as one', async () => {
    const generationId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => creator.generate('[[slow:1500]] a castle', { generationId })),
    );

    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await creator.credits()).toBe(2);
    await expectInvariants(audit, creator.userId);
  });

  it('repeats a failure and gives nothing back twice', async () => {
    const generationId = randomUUID();
    const first = await creator.generate('[[filter]]', { generationId });

    const again = await creator.generate('[[filter]]', { generationId });

    expect(again.status).toBe(first.status);
    expect(again.body['code']).toBe('content_filtered');
    expect(await creator.credits()).toBe(3);
    await expectInvariants(audit, creator.userId);
  });
});

describe('the last credit', () => {
  it('is spent once, however many ask for it at the same time', async () => {
    await creator.generate('one');
    await creator.generate('two');

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => creator.generate(`castle ${n}`)));

    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([402]));
    expect(refused[0]?.body['error']).toContain('Insufficient credits');
    expect(await audit.balance(creator.userId)).toBe(0);
    await expectInvariants(audit, creator.userId);
  });
});

describe('a model that misbehaves', () => {
  const failures: [string, ErrorCode][] = [
    ['[[throttle]] castle', 'model_unavailable'],
    ['[[filter]] castle', 'content_filtered'],
    ['[[error]] castle', 'model_unavailable'],
  ];
  it.each(failures)('%s: the credit comes back and %s says so', async (prompt, code) => {
    const answer = await creator.generate(prompt);

    expect(answer.status).toBe(API_ERRORS[code].status);
    expect(answer.body).toMatchObject({ code, error: API_ERRORS[code].message });
    expect(await creator.credits()).toBe(3);
    await expectInvariants(audit, creator.userId);
  });

  it('that is throttled once is replaced by the next one of the pool', async () => {
    const answer = await creator.generate(`[[throttle-once]] castle ${randomUUID()}`);

    expect(answer.status).toBe(200);
    const [summary] = listThumbnailsResponse.parse((await creator.get('/api/thumbnails')).body).thumbnails;
    expect(summary?.model).toBe('stability.sd3-5-large-v1:0');
    expect(await creator.credits()).toBe(2);
  });
});
