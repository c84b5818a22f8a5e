import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as exportHandler } from '../../../functions/export-account.ts';
import { handler as saveHandler } from '../../../functions/save-design.ts';
import { RATE_LIMITS } from '../../support/function-environment.ts';
import { DESIGN } from '../../support/designs.ts';
import { call } from '../support/event.ts';
import { newGeneration, newUser, putItem, putUser } from './support/database.ts';
import { thumbnailItem } from './support/items.ts';

const NOW = '2026-11-21T09:10:15.000Z';
/** The start of the window, and the seconds from now to its end. */
const WINDOWS = {
  minute: { start: '2026-11-21T09:10:00.000Z', seconds: '45' },
  hour: { start: '2026-11-21T09:00:00.000Z', seconds: '2985' },
  day: { start: '2026-11-21T00:00:00.000Z', seconds: '53385' },
};

let user: string;
let id: string;
let version: number;

const save = () =>
  call(saveHandler, {
    routeKey: 'PUT /api/thumbnails/{id}/design',
    claims: { sub: user },
    path: { id },
    body: { design: DESIGN, version: version++ },
  });
const exportPage = (query?: Record<string, string>) =>
  call(exportHandler, {
    routeKey: 'GET /api/account/export',
    claims: { sub: user },
    ...(query && { query }),
  });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  user = newUser();
  id = newGeneration();
  version = 0;
  await putUser(user, 3);
  await putItem('thumbnails', thumbnailItem(user, id, 'succeeded'));
});

describe('a user', () => {
  it.each([
    ['designSaves', 'designSavesPerMinute', 'minute', save],
    ['dailyDesignSaves', 'designSavesPerDay', 'day', save],
    ['exports', 'exportsPerHour', 'hour', exportPage],
    ['exportPages', 'exportPagesPerDay', 'day', () => exportPage({ cursor: newGeneration() })],
  ] as const)('at the limit %s (%s) is refused until the next %s', async (name, setting, window, request) => {
    const { start, seconds } = WINDOWS[window];
    const requests = RATE_LIMITS[setting] - 1;
    await putItem('rateLimits', { subject: `${name}#${user}`, window: start, requests });

    expect((await request()).status).toBe(200);
    expect(await request()).toMatchObject({
      status: 429,
      headers: { 'retry-after': seconds },
      body: { code: 'too_many_requests' },
    });
    user = newUser();
    expect((await request()).status).not.toBe(429);
  });

  it('at the limit of exports can still finish one that has further pages', async () => {
    const { start } = WINDOWS.hour;
    await putItem('rateLimits', { subject: `exports#${user}`, window: start, requests: 10 });

    expect((await exportPage()).status).toBe(429);
    expect((await exportPage({ cursor: newGeneration() })).status).toBe(200);
  });
});
