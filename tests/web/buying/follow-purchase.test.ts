import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followPurchase, standingOf } from '../../../web/src/buying/follow-purchase.ts';
import type { Standing } from '../../../web/src/buying/follow-purchase.ts';
import type { OpenedCheckout } from '../../../web/src/buying/opened-checkout.ts';
import { fakeFetch, json, lostConnection } from '../fake-api.ts';
import { purchase } from './fake-purchase.ts';

vi.mock('../../../web/src/session/load-cognito.ts', () => ({
  loadCognito: () => Promise.resolve({ readIdToken: () => Promise.resolve('token') }),
}));
vi.mock('../../../web/src/session/expire-session.ts', () => ({ expireSession: vi.fn() }));

const OPENED: OpenedCheckout = { userId: 'user-1', credits: 10, balance: 5, newestPurchase: 'cs_old' };
const LONG_AGO = '2020-01-01T00:00:00Z';

describe('standingOf', () => {
  it.each([
    ['nothing has come', { balance: 5, newest: purchase('cs_old', 'paid') }, OPENED, undefined],
    ['nothing can be read', { balance: undefined, newest: undefined }, OPENED, undefined],
    ['a purchase is there', { balance: 5, newest: purchase('cs_new', 'paid') }, OPENED, 'paid'],
    ['it waits for the money', { balance: 5, newest: purchase('cs_new', 'pending') }, OPENED, 'pending'],
    [
      'the first one ever is there',
      { balance: undefined, newest: purchase('cs_new', 'paid') },
      { ...OPENED, newestPurchase: null },
      'paid',
    ],
    ['the balance has risen by the pack', { balance: 15, newest: undefined }, OPENED, 'paid'],
    ['the balance has risen by a refund', { balance: 6, newest: undefined }, OPENED, undefined],
    [
      'the balance before is not known',
      { balance: 15, newest: undefined },
      { userId: 'u', credits: 10 },
      undefined,
    ],
    [
      'the purchases before are not known',
      { balance: 5, newest: purchase('cs_any', 'paid') },
      { userId: 'u', credits: 10, balance: 5 },
      undefined,
    ],
    [
      'nothing was known before, and a purchase of the last hour is there',
      { balance: 15, newest: purchase('cs', 'paid') },
      { userId: 'u', credits: 10 },
      'paid',
    ],
    [
      'nothing was known before, and the newest purchase is of another day',
      { balance: 15, newest: purchase('cs', 'paid', LONG_AGO) },
      { userId: 'u', credits: 10 },
      undefined,
    ],
    ['only the last hour can tell', { balance: 5, newest: purchase('cs', 'paid') }, undefined, 'paid'],
    ['it is of another day', { balance: 5, newest: purchase('cs', 'paid', LONG_AGO) }, undefined, undefined],
  ])('%s', (_case, look, opened, state) => {
    expect(standingOf(look, opened)?.state).toBe(state);
  });
});

describe('followPurchase', () => {
  let leaving: AbortController;

  beforeEach(() => {
    vi.useFakeTimers();
    leaving = new AbortController();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Answers the looks one after the other; the last answer repeats. */
  function looks(...answers: { purchases?: unknown; balance?: number; status?: number }[]) {
    let look = 0;
    return fakeFetch(({ url }) => {
      const answer = answers[Math.min(look, answers.length - 1)] ?? {};
      if (url === '/api/credits') {
        look += 1;
        return json({ credits: answer.balance ?? 5 }, answer.status);
      }
      return answer.purchases === undefined ? lostConnection() : json(answer.purchases, answer.status);
    });
  }

  /** What was told, and after how many milliseconds. */
  async function follow() {
    const since = Date.now();
    const told: [Standing['state'], number][] = [];
    const following = (async () => {
      for await (const { state } of followPurchase(OPENED, leaving.signal)) {
        told.push([state, Date.now() - since]);
      }
    })();
    const ending = following.then(
      () => 'ended',
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    return { told, ending: await ending };
  }

  const NOTHING = { purchases: { purchases: [] } };
  const PENDING = { purchases: { purchases: [purchase('cs_new', 'pending')] } };
  const PAID = { purchases: { purchases: [purchase('cs_new', 'paid')] } };

  it('tells of a purchase that is there at once, and asks no further', async () => {
    const calls = looks(PAID);

    expect(await follow()).toEqual({ told: [['paid', 0]], ending: 'ended' });
    expect(calls).toHaveLength(2);
  });

  it('looks every second', async () => {
    looks(NOTHING, NOTHING, NOTHING, PAID);

    expect((await follow()).told).toEqual([['paid', 3_000]]);
  });

  it('says after half a minute that it is being processed, goes on slowly, and ends', async () => {
    const calls = looks(NOTHING);

    expect(await follow()).toEqual({ told: [['processing', 30_000]], ending: 'ended' });
    expect(calls.length).toBeLessThan(200);
  });

  it('tells of credits that come late', async () => {
    looks(...Array<typeof NOTHING>(33).fill(NOTHING), PAID);

    const { told } = await follow();

    expect(told.map(([state]) => state)).toEqual(['processing', 'paid']);
  });

  it('tells of a payment that takes its time once, and of its end', async () => {
    looks(NOTHING, PENDING, PENDING, { purchases: undefined }, PAID);

    expect((await follow()).told).toEqual([
      ['pending', 1_000],
      ['paid', 31_000],
    ]);
  });

  it.each([
    ['the network is away', { balance: 15 }],
    ['the purchases have no list', { purchases: {}, balance: 15 }],
    ['the purchases are null', { purchases: { purchases: null }, balance: 15 }],
  ])('goes by the balance when %s', async (_case, look) => {
    looks({ purchases: undefined }, look);

    expect((await follow()).told).toEqual([['paid', 1_000]]);
  });

  it('stops when the session has ended', async () => {
    const calls = looks({ purchases: {}, status: 401 });

    const { told, ending } = await follow();

    expect(told).toEqual([]);
    expect(ending).toMatchObject({ code: 'unauthorized' });
    expect(calls).toHaveLength(2);
  });

  it('stops when the page is left', async () => {
    const calls = looks(NOTHING);
    setTimeout(() => leaving.abort(), 2_500);

    const { told, ending } = await follow();

    expect(told).toEqual([]);
    expect(ending).toMatchObject({ name: 'AbortError' });
    expect(calls).toHaveLength(6);
  });
});
