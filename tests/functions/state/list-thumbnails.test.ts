import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/list-thumbnails.ts';
import { call } from '../support/event.ts';
import { stabilityAnswer } from '../support/models.ts';
import { newGeneration, newUser, putItem, putUser, resetCalls } from './support/database.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock } from './support/services.ts';

let user: string;
const list = (query: Record<string, string> = {}, sub = user) =>
  call(handler, { routeKey: 'GET /api/thumbnails', claims: { sub }, query });
const idsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['thumbnails'] as { id: string }[]).map(({ id }) => id);

/** Writes succeeded thumbnails, one a minute from 09:00 on. @returns their ids, newest first. */
async function putThumbnails(userId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newGeneration());
  await Promise.all(
    ids.map((id, index) => {
      const createdAt = `2026-11-21T09:${String(index).padStart(2, '0')}:00.000Z`;
      return putItem(
        'thumbnails',
        thumbnailItem(userId, id, 'succeeded', { createdAt, listedAt: createdAt }),
      );
    }),
  );
  return ids.reverse();
}

beforeEach(async () => {
  resetCalls();
  user = newUser();
  await putUser(user, 5);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the list of thumbnails', () => {
  it('is sorted by the time of creation, not of completion, and contains no failed generation', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
    prepareGeneration();
    const [slow, fast, failed] = [newGeneration(), newGeneration(), newGeneration()];
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
      found.push(...idsOf(page));
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

  it("never contains another user's thumbnails, even with that user's cursor", async () => {
    const other = newUser();
    await putThumbnails(other, 3);
    const ids = await putThumbnails(user, 3);
    const { body } = await list({ limit: '1' }, other);

    const page = await list({ cursor: String(body['cursor']) });

    expect(page.status).toBe(200);
    for (const id of idsOf(page)) expect(ids).toContain(id);
    expect(idsOf(await list())).toEqual(ids);
  });
});

describe('GET /api/thumbnails/{id}', () => {
  const read = (id: string, sub = user) =>
    call(handler, { routeKey: 'GET /api/thumbnails/{id}', claims: { sub }, path: { id } });

  it("answers 404 for another user's thumbnail, as for an unknown id", async () => {
    const [id = ''] = await putThumbnails(user, 1);

    expect(await read(id)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const foreign = await read(id, newUser());
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(foreign.body).toEqual((await read(newGeneration())).body);
  });
});
