import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumBooked, type BookedReversal } from '../../../../functions/credits/ledger/reversals.ts';
import {
  computeRevision,
  findNextStep,
  findPaidState,
  type Payment,
} from '../../../../functions/credits/payments/payment.ts';
import { paymentWith } from '../../support/payment-with.ts';

const CREDITS = 25;
const PRICE = 700;

/** Books the snapshots of one payment one after another, as `reconcile` does with an account that has enough credits. */
function book(...snapshots: Payment[]): BookedReversal[] {
  const booked: BookedReversal[] = [];
  for (const snapshot of snapshots) {
    for (;;) {
      const step = findNextStep(snapshot, CREDITS, booked);
      if (step === undefined) break;
      booked.push({ ...step, shortfall: 0 });
      expect(sumBooked(booked)).toBeGreaterThanOrEqual(0);
      // A loop that never ends fails here.
      expect(booked.length).toBeLessThan(100);
    }
  }
  return booked;
}

/** Returns the credits that match the money which the buyer has back now, rounded in the buyer's favor. */
function computeDue({ refunds, disputes }: Payment): number {
  const active = [...refunds, ...disputes].filter(({ isActive }) => isActive);
  const returned = active.reduce((sum, { amount }) => sum + amount, 0);
  return Math.floor((CREDITS * Math.min(PRICE, returned)) / PRICE);
}

type State = Parameters<typeof paymentWith>[number];

const anyAmount = fc.integer({ min: 1, max: 900 });
const anyStep = fc.oneof(
  fc.record({ refund: anyAmount }),
  fc.record({ dispute: anyAmount }),
  fc.record({ ends: fc.nat() }),
);

/** Ends a refund or a dispute. A dispute that has ended is decided again and again. */
function endReversal(reversal: State): State {
  if ('refund' in reversal) return { ...reversal, state: 'failed' };
  return { ...reversal, state: reversal.state === 'won' ? 'lost' : 'won' };
}

/** Makes the snapshots of a payment whose refunds and disputes begin and end, oldest first. */
function takeSnapshots(
  steps: readonly ({ refund: number } | { dispute: number } | { ends: number })[],
): Payment[] {
  const states: State[] = [];
  return [
    paymentWith(),
    ...steps.map((step) => {
      if (!('ends' in step)) states.push(step);
      else if (states.length > 0) {
        const at = step.ends % states.length;
        const state = states[at];
        if (state !== undefined) states[at] = endReversal(state);
      }
      return paymentWith(...states);
    }),
  ];
}

/** Payments whose refunds and disputes were read at different times, and at last the newest payment as a whole. */
const anyReads = fc
  .tuple(
    fc.array(anyStep, { maxLength: 8 }),
    fc.array(fc.record({ refunds: fc.nat(), disputes: fc.nat() }), { maxLength: 12 }),
  )
  .map(([steps, reads]) => {
    const snapshots = takeSnapshots(steps);
    const latest = snapshots.at(-1) ?? paymentWith();
    const pick = (index: number) => snapshots[index % snapshots.length] ?? latest;
    const mixed = reads.map(({ refunds, disputes }) => ({
      ...pick(refunds),
      disputes: pick(disputes).disputes,
    }));
    return [...mixed, latest];
  });

describe('the credits that are taken for the refunds and disputes of a payment', () => {
  it('are the share of the returned money after each change, with any changes before', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 10 }), (steps) => {
        const snapshots = takeSnapshots(steps);
        for (const [index, snapshot] of snapshots.entries())
          expect(sumBooked(book(...snapshots.slice(0, index + 1)))).toBe(computeDue(snapshot));
      }),
    );
  });

  it('follow the newest payment, although its refunds and disputes were read at other times before', () => {
    fc.assert(
      fc.property(anyReads, (payments) => {
        expect(sumBooked(book(...payments))).toBe(computeDue(payments.at(-1) ?? paymentWith()));
      }),
    );
  });

  it('do not change with an older payment that is read late, unless its dispute is decided again', () => {
    const order = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 8 }), order, (steps, after) => {
        const snapshots = takeSnapshots(steps).filter(({ disputes }) =>
          disputes.every(({ canFollowEnd }) => canFollowEnd !== true),
        );
        const latest = snapshots.at(-1) ?? paymentWith();
        const late = after.map((index) => snapshots[index % snapshots.length] ?? latest);

        expect(sumBooked(book(latest, ...late))).toBe(computeDue(latest));
      }),
    );
  });

  it('stay taken by a dispute that began while a refund was pending when the refund fails', () => {
    const pending = paymentWith({ refund: PRICE }, { dispute: PRICE });
    const failed = paymentWith({ refund: PRICE, state: 'failed' }, { dispute: PRICE });

    expect(book(paymentWith({ refund: PRICE }), pending, failed)).toEqual([
      { kind: 'take', causeId: 're_1', credits: 25, shortfall: 0 },
      { kind: 'take', causeId: 'du_1', credits: 0, shortfall: 0 },
      { kind: 'end', causeId: 're_1', credits: 0, shortfall: 0 },
    ]);
  });

  it('return an excess only with a payment that knows of every booked refund', () => {
    const both = [{ refund: 350 }, { refund: 350 }];
    const failed = { refund: 350, state: 'failed' } as const;

    expect(book(paymentWith(...both), paymentWith(failed), paymentWith(failed, { refund: 350 }))).toEqual([
      { kind: 'take', causeId: 're_1', credits: 12, shortfall: 0 },
      { kind: 'take', causeId: 're_2', credits: 13, shortfall: 0 },
      { kind: 'end', causeId: 're_1', credits: 0, shortfall: 0 },
      { kind: 'return', causeId: 're_2', credits: 13, shortfall: 0 },
    ]);
  });

  it.each([
    ['won', 'lost'],
    ['won', 'lost', 'won'],
    ['lost', 'won', 'lost'],
  ] as const)('follow a dispute that is decided again and again', (...states) => {
    const snapshots = states.map((state) => paymentWith({ dispute: PRICE, state }));

    expect(sumBooked(book(paymentWith({ dispute: PRICE }), ...snapshots))).toBe(
      states.at(-1) === 'lost' ? CREDITS : 0,
    );
  });

  it('are 0 for a payment that bought nothing or was free', () => {
    const nothing = { kind: 'take', causeId: 're_1', credits: 0 };

    expect(findNextStep(paymentWith({ refund: PRICE }), 0, [])).toEqual(nothing);
    expect(findNextStep({ ...paymentWith({ refund: 1 }), amount: 0 }, CREDITS, [])).toEqual(nothing);
  });
});

describe('the state that the buyer sees', () => {
  it('is the state of the newest payment, because its revision is the highest', () => {
    fc.assert(
      fc.property(anyReads, (payments) => {
        const revisions = payments.map((payment, index) =>
          computeRevision(payment, book(...payments.slice(0, index + 1))),
        );
        expect(revisions.at(-1)).toBe(Math.max(...revisions));
      }),
    );
  });

  it.each<[string, State[], string]>([
    ['nothing is returned', [{ refund: 700, state: 'failed' }], 'paid'],
    ['a part is returned', [{ refund: 699 }], 'partly_refunded'],
    ['all is returned', [{ refund: 350 }, { refund: 350 }], 'refunded'],
    ['a dispute is open', [{ refund: 350 }, { dispute: 350 }], 'disputed'],
    ['a dispute is lost', [{ dispute: 350, state: 'lost' }], 'disputed'],
    ['a dispute is won', [{ dispute: 700, state: 'won' }], 'paid'],
  ])('when %s is %s', (_, states, state) => {
    expect(findPaidState(paymentWith(...states))).toBe(state);
  });
});
