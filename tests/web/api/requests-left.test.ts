import { beforeEach, expect, it, vi } from 'vitest';
import { RATE_LIMITS, WINDOWS } from '#contract/rate-limits.ts';
import { namePeriod, readLeft, storeLeft } from '../../../web/src/api/requests-left.ts';
import { sessionStore } from '../../../web/src/session/session-store.ts';
import { ADA, signIn } from '../support/site.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-21T00:00:00.000Z');
  signIn();
});

it.each(['concepts', 'translations'] as const)(
  'the %s that are left belong to the user and to the window of the limit',
  (limit) => {
    storeLeft(limit, 3);
    expect([readLeft('concepts'), readLeft('translations')]).toEqual(
      limit === 'concepts' ? [3, undefined] : [undefined, 3],
    );
    const end = Date.now() + WINDOWS[RATE_LIMITS[limit].window];
    vi.setSystemTime(end - 1);
    expect(readLeft(limit)).toBe(3);

    sessionStore.set({ status: 'signed-in', user: { ...ADA, id: 'user-bob' } });
    expect(readLeft(limit)).toBeUndefined();
    signIn();
    vi.setSystemTime(end);
    expect(readLeft(limit)).toBeUndefined();
  },
);

it('a limit of a day is named as one', () => {
  expect(namePeriod('concepts')).toEqual({ each: 'a day', current: 'today' });
});
