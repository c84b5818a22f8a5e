import { expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { DESIGN } from '../../support/designs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { thumbnailItem } from './support/items.ts';

const NAME = { name: 'A castle' };

it.each([
  ['saveDesign', undefined, { design: DESIGN, version: 0 }],
  ['updateThumbnail', undefined, NAME],
  ['updateCutout', 'cutout', NAME],
  ['saveBrand', undefined, { brand: { colors: [], layouts: [] }, version: 0 }],
] as const)(
  '%s does not count for the day if the limit of a minute refuses it',
  async (endpoint, kind, body) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T09:10:15Z') });
    const [user, id] = [db.newUser(), db.newGeneration()];
    await db.putUser(user, 3);
    await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', kind && { kind }));
    const save = () => callEndpoint(endpoint, user, { params: { id }, body });
    const countBefore = (limit: 'designSaves' | 'dailyDesignSaves', window: string, left: number) =>
      db.putItem('rateLimits', {
        subject: `${limit}#${user}`,
        window: `2026-11-21T${window}.000Z`,
        requests: RATE_LIMITS[limit].maximum - left,
      });
    await countBefore('designSaves', '09:10:00', 0);
    await countBefore('dailyDesignSaves', '00:00:00', 1);

    expect(await save()).toMatchObject({ status: 429, body: { params: { reason: 'designSaves' } } });
    vi.setSystemTime('2026-11-21T09:11:15Z');

    expect(await save()).toMatchObject({ status: 200 });
    expect(await save()).toMatchObject({ status: 429, body: { params: { reason: 'dailyDesignSaves' } } });
  },
);
