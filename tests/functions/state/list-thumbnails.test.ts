import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stabilityAnswer } from '../support/models.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock } from './support/services.ts';

let user: string;
const list = (query: Record<string, string> = {}) => callEndpoint('listThumbnails', user, { query });
const idsOf = ({ body }: { body: Record<string, unknown> }) =>
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
  user = db.newUser();
  await db.putUser(user, 5);
});

describe('the list of thumbnails', () => {
  it('leaves out an item that does not match its schema', async () => {
    const [newest, oldest] = await putThumbnails(user, 2);
    const createdAt = '2026-11-21T09:00:30.000Z';
    const changes = { createdAt, listedAt: createdAt, width: 'wide' };
    await db.putItem('thumbnails', thumbnailItem(user, db.newGeneration(), 'succeeded', changes));

    expect(idsOf(await list())).toEqual([newest, oldest]);
  });

  it('is sorted by the time of creation, not of completion, and contains no failed generation', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
    prepareGeneration();
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
    expect(idsOf(await list())).toHaveLength(2);
  });

  it('leaves out a generation whose only attempt has died, which is certain after a minute', async () => {
    await putUnfinished('pending', 60);
    const running = await putUnfinished('pending', 59.999);

    expect((await listGenerations()).body).toEqual({ generations: [running] });
  });

  it('follows a generation from its request to its end', async () => {
    prepareGeneration();
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
    expect(idsOf(await list())).toEqual([succeeded]);
  });
});
