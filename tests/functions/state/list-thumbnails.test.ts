import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { composeError } from '#contract/error-reasons.ts';
import type { ErrorCode, ErrorData, ErrorParams } from '#contract/errors.ts';
import { LISTED_INDEX, TABLES } from '#contract/tables.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { INTERNAL_ERROR_BODY } from '../support/event.ts';
import { IMAGE_URL, parseUrl } from '../support/generation.ts';
import { stabilityAnswer } from '../support/models.ts';
import { IMAGE_KEY } from '../support/thumbnail-rows.ts';
import * as db from './support/database.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock } from './support/services.ts';

let user: string;
const list = (query: Record<string, string> = {}) => callEndpoint('listThumbnails', user, { query });
const readIds = ({ body }: { body: Record<string, unknown> }) =>
  (body['thumbnails'] as { id: string }[]).map(({ id }) => id);

/** Writes succeeded thumbnails, one a minute from 09:00 on. @returns their ids, newest first. */
async function putThumbnails(userId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => db.newGeneration());
  await Promise.all(
    ids.map((id, index) => {
      const createdAt = `2026-11-21T09:${String(index).padStart(2, '0')}:00.000Z`;
      return db.putItem(
        'thumbnails',
        thumbnailItem(userId, id, 'succeeded', { createdAt, listedAt: createdAt }),
      );
    }),
  );
  return ids.reverse();
}

beforeEach(async () => {
  prepareGeneration();
  user = db.newUser();
  await db.putUser(user, 5);
});

describe('the index of the lists', () => {
  it('has exactly the attributes that the lists read', async () => {
    const { listedGeneration } = await import('../../../functions/thumbnails/table/listed-rows.ts');
    const { key, indexes } = TABLES.thumbnails;
    const attributes = listedGeneration.def.options.flatMap(({ shape }) => Object.keys(shape));

    // The sort key of the index has the time of creation.
    expect(new Set([...indexes[LISTED_INDEX].projection, ...key, 'createdAt'])).toEqual(new Set(attributes));
  });
});

describe('a thumbnail', () => {
  const CREATED_AT = '2026-11-20T09:00:00.000Z';
  const FIELDS = { prompt: 'a castle', model: 'first', createdAt: CREATED_AT };
  const COMMON = { ...FIELDS, designVersion: 0 };
  const read = (id: string) => callEndpoint('readThumbnail', user, { params: { id } });
  const put = async (status: string, more: object = {}) => {
    const id = db.newGeneration();
    await db.putItem('thumbnails', thumbnailItem(user, id, status, { ...more }));
    return id;
  };

  it('has the fields that the site shows, with new URLs, in the list and by its id', async () => {
    const marks = { name: 'My castle', favorite: 'starred' };
    const reference = { kind: 'thumbnail', id: db.newGeneration(), use: 'layout' };
    const fields = { negativePrompt: 'blurry', reference, setId: db.newGeneration(), ...marks };
    const id = await put('succeeded', { ...fields, previewKey: 'images/user/preview.webp' });

    const { headers, body } = await list();

    const URLs = { url: expect.any(String) as string, previewURL: expect.any(String) as string };
    const thumbnail = { id, ...FIELDS, ...fields, ...URLs, width: 1344, height: 768 };
    expect(body).toEqual({ thumbnails: [{ ...thumbnail, isFinished: false, mark: 'generated' }] });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    const single = (await read(id)).body;
    const originalPreviewURL = single['previewURL'];
    expect(single).toEqual({
      ...thumbnail,
      originalPreviewURL,
      designVersion: 0,
      status: 'succeeded',
      mark: 'generated',
      languages: [],
      edits: [],
    });
    const address = IMAGE_URL.address.replace(IMAGE_KEY, `images/${user}/${id}.png`);
    expect(parseUrl(single['url'])).toEqual({ ...IMAGE_URL, address });
    expect(parseUrl(single['previewURL']).address).toMatch(/images\/user\/preview\.webp$/);
  });

  it('has no URL while it is pending, also for an id in capitals', async () => {
    const id = await put('pending');

    expect((await read(id.toUpperCase())).body).toEqual({ id, ...COMMON, status: 'pending' });
  });

  it.each<[string, ErrorCode, object, ErrorParams?]>([
    ['without a reason', 'content_filtered', {}],
    [
      'with a reason',
      'content_filtered',
      { failureParams: { reason: 'declinedImage' } },
      { reason: 'declinedImage' },
    ],
  ])('names the failure of a generation %s', async (_, code, more, params) => {
    const id = await put('failed', { failure: code, ...more });

    const data: ErrorData = { code, charge: 'refunded', ...(params && { params }) };
    const { status, body } = await read(id);
    expect([status, body]).toEqual([
      200,
      { id, ...COMMON, status: 'failed', ...data, error: composeError(data) },
    ]);
  });

  it('is left out of the list when its row has no image or does not match its schema, and answers 500', async () => {
    await put('failed', { listedAt: CREATED_AT });
    const id = await put('succeeded', { width: 'wide' });

    expect((await list()).body).toEqual({ thumbnails: [] });
    const answer = await read(id);
    expect([answer.status, answer.body]).toEqual([500, INTERNAL_ERROR_BODY]);
  });
});

describe('the list of thumbnails', () => {
  it('is sorted by the time of creation, not of completion, and contains no failed generation', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
    const [slow, fast, failed] = [db.newGeneration(), db.newGeneration(), db.newGeneration()];
    bedrock
      .on(InvokeModelCommand)
      .callsFakeOnce(async () => {
        vi.setSystemTime('2026-11-21T09:00:05.000Z');
        await generate(user, fast);
        vi.setSystemTime('2026-11-21T09:00:20.000Z');
        return stabilityAnswer();
      })
      .resolvesOnce(stabilityAnswer())
      .resolves(FILTERED);
    expect(await generate(user, slow)).toMatchObject({ status: 200 });
    expect(await generate(user, failed)).toMatchObject({ status: 422 });

    const { body } = await list();

    expect(body['thumbnails']).toMatchObject([
      { id: fast, createdAt: '2026-11-21T09:00:05.000Z' },
      { id: slow, createdAt: '2026-11-21T09:00:00.000Z' },
    ]);
  });

  it('returns every thumbnail once over its pages, newest first, with cursors that do not contain the user', async () => {
    const ids = await putThumbnails(user, 5);

    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: '2', ...(cursor !== undefined && { cursor }) });
      expect(page.status).toBe(200);
      found.push(...readIds(page));
      cursor = page.body['cursor'] as string | undefined;
      expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toContain(user);
    } while (cursor !== undefined);

    expect(found).toEqual(ids);
  });

  it('has 24 thumbnails a page by default', async () => {
    await putThumbnails(user, 25);

    const { body } = await list();

    expect(body['thumbnails']).toHaveLength(24);
    expect(body['cursor']).toBeDefined();
  });
});

it.each([
  ['is empty', ''],
  ['is not JSON', 'nonsense'],
  ['is a list', '[]'],
  ['is incomplete', JSON.stringify({ generationId: db.newGeneration() })],
  ['contains numbers', '{"generationId":1,"listedAt":2}'],
  // DynamoDB would refuse an empty key with a ValidationException.
  ['contains empty keys', '{"generationId":"","listedAt":""}'],
  ['contains neither an id nor a time', '{"generationId":"x","listedAt":"y"}'],
])('the list refuses a cursor that %s', async (_, position) => {
  db.resetCalls();
  const { status, body } = await list({ cursor: Buffer.from(position).toString('base64url') });

  expect([status, body['error']]).toEqual([400, 'cursor is not one that this list gave']);
  expect(db.operations()).toEqual(['GetItem']);
});

describe('GET /api/generations', () => {
  const listGenerations = () => callEndpoint('listGenerations', user);
  const NOW = Date.parse('2026-11-21T09:10:00.000Z');

  /** Writes an unfinished generation whose attempt started so many seconds ago. */
  async function putUnfinished(status: 'pending' | 'waiting', secondsAgo: number, more: object = {}) {
    const id = db.newGeneration();
    const createdAt = new Date(NOW - secondsAgo * 1_000).toISOString();
    const times = { createdAt, startedAt: createdAt, listedAt: `unfinished#${createdAt}` };
    await db.putItem('thumbnails', thumbnailItem(user, id, status, { ...times, ...more }));
    return { id, createdAt };
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

  it('lists what waits or runs, the newest first, and nothing that has ended', async () => {
    await putThumbnails(user, 2);
    const waiting = await putUnfinished('waiting', 200);
    const between = await putUnfinished('pending', 100, { waitingSince: '2026-11-21T09:08:25.000Z' });
    const running = await putUnfinished('pending', 5);

    expect((await listGenerations()).body).toEqual({ generations: [running, between, waiting] });
    expect(readIds(await list())).toHaveLength(2);
  });

  it('leaves out a generation whose only attempt has died, which is certain after a minute', async () => {
    await putUnfinished('pending', 60);
    const running = await putUnfinished('pending', 59.999);

    expect((await listGenerations()).body).toEqual({ generations: [running] });
  });

  it('follows a generation from its request to its end', async () => {
    const [succeeded, failed] = [db.newGeneration(), db.newGeneration()];
    const during: unknown[] = [];
    const observe = async (answer: ReturnType<typeof stabilityAnswer>) => {
      during.push((await listGenerations()).body['generations']);
      return answer;
    };
    bedrock
      .on(InvokeModelCommand)
      .callsFakeOnce(() => observe(stabilityAnswer()))
      .callsFakeOnce(() => observe(FILTERED));

    expect(await generate(user, succeeded)).toMatchObject({ status: 200 });
    expect(await generate(user, failed)).toMatchObject({ status: 422 });

    expect(during).toMatchObject([[{ id: succeeded }], [{ id: failed }]]);
    expect((await listGenerations()).body).toEqual({ generations: [] });
    expect(readIds(await list())).toEqual([succeeded]);
  });
});
