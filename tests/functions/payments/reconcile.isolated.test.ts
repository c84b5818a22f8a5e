import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payment, Reversal } from '../../../functions/payments/payment.ts';
import { reconcile } from '../../../functions/payments/reconcile.ts';
import { PAID } from '../support/paid.ts';
import { account, movements, openAccount, rowsOf, tablesWork } from '../support/tables.ts';

const stands = (id: string, amount: number): Reversal => ({ id, amount, isActive: true });
const fell = (id: string, amount: number): Reversal => ({ id, amount, isActive: false });

/** Credits of other packs, which no refund of this payment may touch. */
const OTHERS = 100;
const netTaken = () => OTHERS + 25 - Number(account()?.['credits']);

beforeEach(() => {
  tablesWork();
  openAccount(OTHERS);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('a payment that does not say what it was for', () => {
  it.each([
    ['without a price', { priceId: undefined }],
    ['of nothing', { amount: 0, currency: '' }],
  ])('%s: unmatched, when it is paid', async (_, changes) => {
    await reconcile({ ...PAID, ...changes });

    expect(movements()).toEqual({});
    expect(rowsOf('purchases')).toMatchObject([{ state: 'unmatched', credits: 0 }]);
  });

  it.each([
    ['unpaid', 'pending'],
    ['failed', 'failed'],
  ] as const)('%s: recorded as %s, of an unknown pack', async (status, state) => {
    await reconcile({ ...PAID, priceId: undefined, status });

    expect(rowsOf('purchases')).toMatchObject([{ state, pack: 'Unknown', credits: 0 }]);
  });

  it.each(['unpaid', 'failed'] as const)('%s: nothing is taken, whatever was refunded', async (status) => {
    await reconcile({ ...PAID, status, refunds: [stands('re_1', 700)] });

    expect(movements()).toEqual({});
  });
});

describe('a purchase record', () => {
  it.each<[string, Partial<Payment>, string]>([
    ['paid', {}, 'paid'],
    ['a refund of nothing much', { refunds: [stands('re_1', 1)] }, 'partly_refunded'],
    ['a refund in part', { refunds: [stands('re_1', 350)] }, 'partly_refunded'],
    ['refunds of all', { refunds: [stands('re_1', 350), stands('re_2', 350)] }, 'refunded'],
    ['a refund that failed', { refunds: [fell('re_1', 700)] }, 'paid'],
    ['one that failed, and one of all', { refunds: [fell('re_1', 700), stands('re_2', 700)] }, 'refunded'],
    ['a dispute', { disputes: [stands('du_1', 700)] }, 'disputed'],
    ['a dispute won', { disputes: [fell('du_1', 700)] }, 'paid'],
    [
      'a refund and a dispute',
      { refunds: [stands('re_1', 350)], disputes: [stands('du_1', 350)] },
      'disputed',
    ],
    [
      'a refund and a dispute won',
      { refunds: [stands('re_1', 350)], disputes: [fell('du_1', 350)] },
      'partly_refunded',
    ],
  ])('with %s says so', async (_, changes, state) => {
    await reconcile({ ...PAID, ...changes });

    expect(rowsOf('purchases')).toMatchObject([{ state, credits: 25 }]);
  });
});

describe('many looks at one payment, old and new, in any order', () => {
  it('end as the newest look alone would, while nothing falls away', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (amounts, picks) => {
          tablesWork();
          openAccount(OTHERS);
          const refunds = withinTotal(amounts).map((amount, index) => stands(`re_${index}`, amount));
          const looks = [...refunds.keys(), refunds.length].map((end) => refunds.slice(0, end));
          for (const pick of [...picks, looks.length - 1, ...picks.toReversed()]) {
            await reconcile({ ...PAID, refunds: looks[pick % looks.length] ?? [] });
          }

          const returned = refunds.reduce((sum, { amount }) => sum + amount, 0);
          expect(netTaken()).toBe(Math.floor((25 * returned) / 700));
          expect(rowsOf('purchases')).toHaveLength(1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('take all that was bought once all money went back, and no more, whatever fell away before', async () => {
    const refund = fc.record({ amount: fc.integer({ min: 1, max: 700 }) });
    const failure = fc.record({ fails: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(refund, failure), { maxLength: 8 }), async (happenings) => {
        tablesWork();
        openAccount(OTHERS);
        const refunds: Reversal[] = [];
        for (const [index, happening] of happenings.entries()) {
          const left = 700 - standing(refunds);
          if ('amount' in happening && left > 0) {
            refunds.push(stands(`re_${index}`, Math.min(happening.amount, left)));
          } else if ('fails' in happening && refunds.length > 0) {
            const at = happening.fails % refunds.length;
            refunds.splice(at, 1, { ...(refunds[at] ?? fell('', 0)), isActive: false });
          }
          await reconcile({ ...PAID, refunds: [...refunds] });
        }
        const rest = 700 - standing(refunds);
        if (rest > 0) refunds.push(stands('re_rest', rest));
        await reconcile({ ...PAID, refunds });

        expect(netTaken()).toBe(25);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

describe('money that went back in full takes all that it bought, and no more', () => {
  const looks = async (...each: Partial<Payment>[]) => {
    for (const changes of each) await reconcile({ ...PAID, ...changes });
  };

  it('where a refund fails after another one was taken, and the rest is refunded again', async () => {
    const [first, second, rest] = [stands('re_1', 100), stands('re_2', 350), stands('re_3', 350)];

    await looks(
      { refunds: [first] },
      { refunds: [first, second] },
      { refunds: [fell('re_1', 100), second] },
      { refunds: [fell('re_1', 100), second, rest] },
    );

    expect(netTaken()).toBe(25);
  });

  it('where a disputed payment is refunded after all', async () => {
    const disputed = stands('du_1', 700);

    await looks({ disputes: [disputed] }, { disputes: [disputed], refunds: [stands('re_1', 700)] });

    expect(netTaken()).toBe(25);
  });

  it.each([
    [333, 367],
    [350, 350],
    [27, 673],
    [699, 1],
  ])('where a dispute of %i is followed by a refund of the remaining %i', async (disputed, refunded) => {
    const disputes = [stands('du_1', disputed)];

    await looks({ disputes }, { disputes, refunds: [stands('re_1', refunded)] });

    const first = Math.floor((25 * disputed) / 700);
    expect(movements()).toMatchObject({ 'clawback#du_1': 0 - first, 'clawback#re_1': first - 25 });
    expect(netTaken()).toBe(25);
  });

  it('where a refund follows a dispute of a part that was won', async () => {
    await looks(
      { disputes: [stands('du_1', 350)] },
      { disputes: [fell('du_1', 350)] },
      { disputes: [fell('du_1', 350)], refunds: [stands('re_1', 700)] },
    );

    expect(netTaken()).toBe(25);
  });
});

describe('a pack whose price has changed since', () => {
  /** The module as a cold start after the next deployment finds it. */
  async function withNewPrice() {
    vi.stubEnv(
      'PACK_PRICES',
      JSON.stringify({ starter: 'price_starter', pro: 'price_new', elite: 'price_e' }),
    );
    vi.resetModules();
    return import('../../../functions/payments/reconcile.ts');
  }

  it('is still taken back when its payment is refunded', async () => {
    await reconcile(PAID);
    const after = await withNewPrice();

    await after.reconcile({ ...PAID, refunds: [stands('re_1', 700)] });

    expect(movements()).toEqual({ 'purchase#cs_1': 25, 'clawback#re_1': -25 });
    expect(rowsOf('purchases')).toMatchObject([{ pack: 'Pro', credits: 25, state: 'refunded' }]);
  });

  it('keeps its record when its payment is told of again', async () => {
    await reconcile(PAID);
    const after = await withNewPrice();

    await after.reconcile(PAID);

    expect(rowsOf('purchases')).toMatchObject([{ pack: 'Pro', credits: 25, state: 'paid' }]);
  });
});

/** As much of each as is left of the whole. */
function withinTotal(amounts: number[]): number[] {
  let left = 700;
  return amounts.flatMap((amount) => {
    const part = Math.min(amount, left);
    left -= part;
    return part === 0 ? [] : [part];
  });
}

function standing(takings: Reversal[]): number {
  return takings.reduce((sum, taking) => sum + (taking.isActive ? taking.amount : 0), 0);
}
