import { beforeEach, describe, expect, it } from 'vitest';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { prepareGeneration } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';

let user: string;
const list = (query: Record<string, string>) => callEndpoint('listThumbnails', user, { query });
const readIds = ({ body }: { body: Record<string, unknown> }) =>
  (body['thumbnails'] as { id: string }[]).map(({ id }) => id);

beforeEach(async () => {
  prepareGeneration();
  user = db.newUser();
  await db.putUser(user, 5);
});

describe('a search', () => {
  const VIDEO = { kind: 'video', videoId: 'dQw4w9WgXcQ' };
  const OWN = { kind: 'image', use: 'layout' };
  const EARLIER = { kind: 'thumbnail', id: db.newGeneration(), use: 'style' };
  const THUMBNAILS: Record<string, object> = {
    street: { prompt: 'Die STRASSE im ﬁlm', name: 'Über uns', favorite: 'starred', reference: EARLIER },
    tokyo: { prompt: '東京の夜景', headline: 'ＦＵＬＬ width', reference: VIDEO, favorite: 'winner' },
    greek: { prompt: 'ΟΔΟΣ', model: 'second', reference: OWN },
    // An earlier release stored no headline for a design without words.
    arrow: {
      prompt: 'arrow',
      createdAt: '2026-10-22T09:00:00.000Z',
      designPreviewKey: 'images/user/arrow.jpg',
    },
    istanbul: { prompt: 'İstanbul', headline: 'I did it\nagain', createdAt: '2026-11-22T09:00:00.000Z' },
  };
  const names = new Map<string, string>();

  beforeEach(async () => {
    for (const [index, [name, more]] of Object.entries(THUMBNAILS).entries()) {
      const id = db.newGeneration();
      names.set(id, name);
      const item = { createdAt: `2026-11-2${index}T00:00:00.000Z`, ...more };
      await db.putItem(
        'thumbnails',
        thumbnailItem(user, id, 'succeeded', { ...item, listedAt: item.createdAt }),
      );
    }
  });

  it.each<[Record<string, string>, string[]]>([
    [{ search: 'straße FILM' }, ['street']],
    [{ search: 'film ÜBER strasse' }, ['street']],
    [{ search: 'film castle' }, []],
    [{ search: '夜景' }, ['tokyo']],
    [{ search: 'full' }, ['tokyo']],
    [{ search: 'οδος' }, ['greek']],
    [{ search: 'οδοσ' }, ['greek']],
    [{ search: 'istanbul again' }, ['istanbul']],
    [{ search: '  ' }, ['greek', 'istanbul', 'tokyo', 'street', 'arrow']],
    [{ favorite: 'true' }, ['tokyo', 'street']],
    [{ finished: 'true' }, ['tokyo', 'istanbul', 'arrow']],
    [{ finished: 'true', favorite: 'true' }, ['tokyo']],
    [{ model: 'second' }, ['greek']],
    [{ exceptModels: 'none,second' }, ['street', 'tokyo', 'arrow', 'istanbul']],
    [{ reference: 'video' }, ['tokyo']],
    [{ reference: 'layout' }, ['greek']],
    [{ reference: 'style' }, ['street']],
    [{ reference: 'none', sort: 'oldest' }, ['arrow', 'istanbul']],
    [{ from: '2026-11-21T00:00:00.000Z', to: '2026-11-22T08:00:00.000Z' }, ['greek', 'tokyo']],
    [{ from: '2026-11-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }, []],
    [{ from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' }, ['greek', 'tokyo']],
  ])('for %o finds %o', async (query, found) => {
    const { body } = await list(query);

    expect(new Set(readIds({ body }).map((id) => names.get(id)))).toEqual(new Set(found));
    expect(body['cursor']).toBeUndefined();
  });

  it('returns every result once over its pages, in both directions', async () => {
    for (const sort of ['newest', 'oldest']) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { body } = await list({ search: 'i', sort, limit: '1', ...(cursor && { cursor }) });
        found.push(...readIds({ body }));
        cursor = body['cursor'] as string | undefined;
      } while (cursor !== undefined);
      const all = found.map((id) => names.get(id) ?? '');
      expect(all).toEqual(
        sort === 'oldest' ? ['street', 'tokyo', 'istanbul'] : ['istanbul', 'tokyo', 'street'],
      );
    }
  });

  it('reads three pages at most, and returns where it ended', async () => {
    db.setPageSize(1);
    db.resetCalls();
    db.setPageSize(1);

    const { body } = await list({ search: 'strasse', sort: 'newest' });

    expect(db.operations()).toEqual(['GetItem', 'Query', 'Query', 'Query']);
    expect(body).toMatchObject({ thumbnails: [], cursor: expect.any(String) as string });
    expect(readIds(await list({ search: 'strasse', cursor: String(body['cursor']) }))).toHaveLength(1);
  });

  it('refuses a cursor of another period', async () => {
    const cursor = String((await list({ limit: '1' })).body['cursor']);

    expect(await list({ to: '2026-11-20T00:00:00.000Z', cursor })).toMatchObject({
      status: 400,
      body: { error: 'cursor is not one that this list gave' },
    });
  });
});
