import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followPurchase, findStatus } from '../../../web/src/features/buying/model/follow-purchase.ts';
import type { PurchaseStatus } from '../../../web/src/features/buying/model/follow-purchase.ts';
import type { OpenedCheckout } from '../../../web/src/features/buying/model/opened-checkout.ts';
import { fakeFetch, json, lostConnection } from '../support/fake-api.ts';
import { purchase } from '../support/purchase.ts';

const OPENED: OpenedCheckout = { userId: 'user-1', credits: 10, balance: 5, newestPurchase: 'cs_old' };
const LONG_AGO = '2020-01-01T00:00:00Z';

describe('findStatus', () => {
  it.each([
    ['nothing has changed', { balance: 5, newestPurchase: purchase('cs_old', 'paid') }, OPENED, undefined],
    ['nothing can be read', { balance: undefined, newestPurchase: undefined }, OPENED, undefined],
    ['there is a new purchase', { balance: 5, newestPurchase: purchase('cs_new', 'paid') }, OPENED, 'paid'],
    [
      'the new purchase is pending',
      { balance: 5, newestPurchase: purchase('cs_new', 'pending') },
      OPENED,
      'pending',
    ],
    [
      'there is the first purchase of the account',
      { balance: undefined, newestPurchase: purchase('cs_new', 'paid') },
      { ...OPENED, newestPurchase: null },
      'paid',
    ],
    ['the balance has risen by the pack', { balance: 15, newestPurchase: undefined }, OPENED, 'paid'],
    ['the balance has risen by a refund', { balance: 6, newestPurchase: undefined }, OPENED, undefined],
    [
      'the balance before is not known',
      { balance: 15, newestPurchase: undefined },
      { userId: 'u', credits: 10 },
      undefined,
    ],
    [
      'the purchases before are not known',
      { balance: 5, newestPurchase: purchase('cs_any', 'paid') },
      { userId: 'u', credits: 10, balance: 5 },
      undefined,
    ],
    [
      'nothing was known before, and a purchase is less than an hour old',
      { balance: 15, newestPurchase: purchase('cs', 'paid') },
      { userId: 'u', credits: 10 },
      'paid',
    ],
    [
      'nothing was known before, and the newest purchase is old',
      { balance: 15, newestPurchase: purchase('cs', 'paid', LONG_AGO) },
      { userId: 'u', credits: 10 },
      undefined,
    ],
    [
      'the checkout is not known, and a purchase is less than an hour old',
      { balance: 5, newestPurchase: purchase('cs', 'paid') },
      undefined,
      'paid',
    ],
    [
      'the checkout is not known, and the newest purchase is old',
      { balance: 5, newestPurchase: purchase('cs', 'paid', LONG_AGO) },
      undefined,
      undefined,
    ],
  ])('returns the status when %s', (_case, snapshot, opened, state) => {
    expect(findStatus(snapshot, opened)?.state).toBe(state);
  });
});

describe('followPurchase', () => {
  let pageLeft: AbortController;

  beforeEach(() => {
    vi.useFakeTimers();
    pageLeft = new AbortController();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Replies to the polls one after the other. The last reply repeats. */
  function script(...replies: { purchases?: unknown; balance?: number; status?: number }[]) {
    let poll = 0;
    return fakeFetch(({ url }) => {
      const reply = replies[Math.min(poll, replies.length - 1)] ?? {};
      if (url === '/api/credits') {
        poll += 1;
        return json({ credits: reply.balance ?? 5 }, reply.status);
      }
      return reply.purchases === undefined ? lostConnection() : json(reply.purchases, reply.status);
    });
  }

  /** The reported states, with their times in milliseconds. */
  async function follow() {
    const since = Date.now();
    const reported: [PurchaseStatus['state'], number][] = [];
    const following = (async () => {
      for await (const { state } of followPurchase(OPENED, pageLeft.signal)) {
        reported.push([state, Date.now() - since]);
      }
    })();
    const ending = following.then(
      () => 'ended',
      (error: unknown) => error,
    );
    await vi.runAllTimersAsync();
    return { reported, ending: await ending };
  }

  const NOTHING = { purchases: { purchases: [] } };
  const PENDING = { purchases: { purchases: [purchase('cs_new', 'pending')] } };
  const PAID = { purchases: { purchases: [purchase('cs_new', 'paid')] } };

  it('reports a purchase that exists already, and stops polling', async () => {
    const calls = script(PAID);

    expect(await follow()).toEqual({ reported: [['paid', 0]], ending: 'ended' });
    expect(calls).toHaveLength(2);
  });

  it('polls every second', async () => {
    script(NOTHING, NOTHING, NOTHING, PAID);

    expect((await follow()).reported).toEqual([['paid', 3_000]]);
  });

  it('reports "processing" after half a minute, polls more slowly, and gives up', async () => {
    const calls = script(NOTHING);

    expect(await follow()).toEqual({ reported: [['processing', 30_000]], ending: 'ended' });
    expect(calls.length).toBeLessThan(200);
  });

  it('reports a purchase that appears late', async () => {
    script(...Array<typeof NOTHING>(33).fill(NOTHING), PAID);

    const { reported } = await follow();

    expect(reported.map(([state]) => state)).toEqual(['processing', 'paid']);
  });

  it('reports a pending payment once, and then its result', async () => {
    script(NOTHING, PENDING, PENDING, { purchases: undefined }, PAID);

    expect((await follow()).reported).toEqual([
      ['pending', 1_000],
      ['paid', 31_000],
    ]);
  });

  it.each([
    ['the network is away', { balance: 15 }],
    ['the purchases have no list', { purchases: {}, balance: 15 }],
    ['the purchases are null', { purchases: { purchases: null }, balance: 15 }],
  ])('uses the balance when %s', async (_case, reply) => {
    script({ purchases: undefined }, reply);

    expect((await follow()).reported).toEqual([['paid', 1_000]]);
  });

  it('stops when the session ends', async () => {
    const calls = script({ purchases: {}, status: 401 });

    const { reported, ending } = await follow();

    expect(reported).toEqual([]);
    expect(ending).toMatchObject({ code: 'unauthorized' });
    expect(calls).toHaveLength(2);
  });

  it('stops when the user leaves the page', async () => {
    const calls = script(NOTHING);
    setTimeout(() => pageLeft.abort(), 2_500);

    const { reported, ending } = await follow();

    expect(reported).toEqual([]);
    expect(ending).toMatchObject({ name: 'AbortError' });
    expect(calls).toHaveLength(6);
  });
});
