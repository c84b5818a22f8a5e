import { beforeEach, expect, it, vi } from 'vitest';
import { RATE_LIMITS, WINDOWS } from '#contract/rate-limits.ts';
import { namePeriod, readLeft, storeLeft } from '../../../web/src/api/requests-left.ts';
import { sessionStore } from '../../../web/src/session/session-store.ts';
import { suggestConcepts } from '../../../web/src/api/suggestions.ts';
import { translateTexts } from '../../../web/src/api/translations.ts';
import { fakeFetch, json, refusal } from '../support/fake-api.ts';
import { ADA, signIn } from '../support/site.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-21T00:00:00.000Z');
  signIn();
});

it.each(['concepts', 'translations'] as const)(
  'the %s that are left belong to the user and to the window of the limit',
  (limit) => {
    storeLeft(limit, 3, Date.now());
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

const REQUESTS: [limit: 'concepts' | 'translations', ask: () => Promise<unknown>][] = [
  ['concepts', () => suggestConcepts({ script: 'A castle' })],
  [
    'translations',
    () => translateTexts({ texts: [], languages: ['de'] } as never, new AbortController().signal),
  ],
];

it.each(REQUESTS)(
  'a response after the end of the window does not say what is left in the next window: %s',
  async (limit, ask) => {
    const end = Date.now() + WINDOWS[RATE_LIMITS[limit].window];
    vi.setSystemTime(end - 1);
    fakeFetch(() => {
      vi.setSystemTime(end);
      return json({ concepts: [], translations: {}, left: 0 });
    });
    await ask();

    expect(readLeft(limit)).toBeUndefined();
  },
);

it.each(REQUESTS)('nothing is left after the limit refuses a request: %s', async (limit, ask) => {
  storeLeft(limit, 1, Date.now());
  // API Gateway refuses a request when all users together send too many, and the operation when its table is busy.
  for (const params of [{}, { seconds: 1 }]) {
    fakeFetch(() => refusal('too_many_requests', { params }));
    await expect(ask()).rejects.toThrow('Too many requests');
    expect(readLeft(limit)).toBe(1);
  }

  fakeFetch(() => refusal('too_many_requests', { params: { seconds: 6_000, reason: limit } }));
  await expect(ask()).rejects.toThrow();

  expect(readLeft(limit)).toBe(0);
});

it('a limit of a day is named as one', () => {
  expect(namePeriod('concepts')).toEqual({ each: 'a day', current: 'today' });
});
