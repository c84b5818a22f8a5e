import type { PackId } from '#contract/packs.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { captureEvents, deliverEvent, type StripeEvent } from '../stripe.ts';
import type { ActionOf } from './actions.ts';

/** A refund or a dispute. */
export interface Reversal {
  id: string;
  /** Amount in minor units. */
  amount: number;
  /** False for an inquiry, and once the refund failed or the dispute was won. */
  isActive: boolean;
}

/** The expected state of one checkout at Stripe. */
export interface Purchase {
  sessionId: string;
  pack: PackId;
  state: 'open' | 'processing' | 'paid' | 'failed';
  refunds: Reversal[];
  disputes: Reversal[];
}

type StripeAct = ActionOf<'stripe'>['act'];

/** Amount of a partial refund, in minor units. It is no whole number of credits of any pack. */
const PARTIAL_AMOUNT = 101;

/** Stripe's side of one history: a model of its payments, and events that are delivered when the history says so. */
export class StripePayments {
  readonly purchases: Purchase[] = [];
  /** All events, and whether a delivery was answered with success. */
  readonly events = new Map<string, { event: StripeEvent; isDelivered: boolean }>();
  readonly #cloud: EmbeddedCloud;

  constructor(cloud: EmbeddedCloud) {
    this.#cloud = cloud;
  }

  addCheckout(sessionId: string, pack: PackId): Purchase {
    // An open session of the same pack is offered again.
    const known = this.purchases.find((each) => each.sessionId === sessionId);
    if (known !== undefined) return known;
    const purchase: Purchase = { sessionId, pack, state: 'open', refunds: [], disputes: [] };
    this.purchases.push(purchase);
    return purchase;
  }

  pay(purchase: Purchase, payment: 'pay' | 'pay_later' | 'decline'): void {
    if (purchase.state !== 'open') return;
    this.#capture(() => {
      // Fails for a session that the deletion of the account has expired.
      this.#cloud.stripe.controls.pay(purchase.sessionId, payment);
      if (payment !== 'decline') purchase.state = payment === 'pay' ? 'paid' : 'processing';
    });
  }

  /** Does nothing when the state of the payment does not allow it. */
  act(purchase: Purchase, act: StripeAct): void {
    const { controls } = this.#cloud.stripe;
    const { sessionId, refunds, disputes } = purchase;
    if (act === 'pay') this.pay(purchase, 'pay');
    else
      this.#capture(() => {
        switch (act) {
          case 'settle_succeeded':
          case 'settle_failed': {
            const outcome = act === 'settle_succeeded' ? 'succeeded' : 'failed';
            controls.settle(sessionId, outcome);
            purchase.state = outcome === 'succeeded' ? 'paid' : 'failed';
            break;
          }
          case 'refund_all':
            refunds.push(toReversal(controls.refund(sessionId)));
            break;
          case 'refund_part':
            refunds.push(toReversal(controls.refund(sessionId, { amount: PARTIAL_AMOUNT })));
            break;
          case 'refund_pending':
            refunds.push(toReversal(controls.refund(sessionId, { status: 'pending' })));
            break;
          case 'cancel_refund':
            update(refunds, (id) => controls.updateRefund(id, 'canceled'), false);
            break;
          case 'fail_refund':
            update(refunds, (id) => controls.updateRefund(id, 'failed'), false);
            break;
          case 'dispute':
            disputes.push(toReversal(controls.dispute(sessionId)));
            break;
          case 'inquiry': {
            const inquiry = toReversal(controls.dispute(sessionId, { status: 'warning_needs_response' }));
            disputes.push({ ...inquiry, isActive: false });
            break;
          }
          case 'escalate_inquiry':
            update(disputes, (id) => controls.updateDispute(id, 'needs_response'), true);
            break;
          case 'close_inquiry':
            update(disputes, (id) => controls.updateDispute(id, 'warning_closed'), false);
            break;
          case 'win_dispute':
            update(disputes, (id) => controls.updateDispute(id, 'won'), false);
            break;
          // Also a dispute that was won before.
          case 'lose_dispute':
            update(disputes, (id) => controls.updateDispute(id, 'lost'), true);
        }
      });
  }

  async deliver(id: string): Promise<void> {
    const known = this.events.get(id);
    if (known === undefined) return;
    if (await deliverEvent(this.#cloud, known.event)) known.isDelivered = true;
    this.#collectRefunds();
  }

  /** Adds the refunds that the webhook made, with their events, for payments after a deletion. */
  #collectRefunds(): void {
    const { controls } = this.#cloud.stripe;
    for (const { session, charge, refunds } of controls.payments()) {
      const purchase = this.purchases.find(({ sessionId }) => sessionId === session.id);
      const created = refunds.filter(({ id }) => purchase?.refunds.every((known) => known.id !== id));
      if (purchase === undefined || created.length === 0) continue;
      purchase.refunds.push(...created.map(toReversal));
      const ids = new Set([charge.id, ...created.map(({ id }) => id)]);
      for (const { event } of controls.events().toReversed()) {
        const isNew = ids.has(event.data.object.id) && !this.events.has(event.id);
        if (isNew) this.events.set(event.id, { event, isDelivered: false });
      }
    }
  }

  /** Events without a successful delivery, which Stripe would send again. */
  listUndelivered(): string[] {
    return [...this.events].filter(([, { isDelivered }]) => !isDelivered).map(([id]) => id);
  }

  #capture(act: () => void): void {
    const events = captureEvents(this.#cloud, () => {
      try {
        act();
      } catch (error) {
        // The Stripe emulator rejects what the real Stripe rejects, such as a second full refund.
        if (!(error instanceof Error && 'status' in error)) throw error;
      }
    });
    for (const event of events) this.events.set(event.id, { event, isDelivered: false });
  }
}

const toReversal = ({ id, amount }: { id: string; amount: number }): Reversal => ({
  id,
  amount,
  isActive: true,
});

/** Changes the newest reversal. Stripe rejects a status that does not follow the current status. */
function update(reversals: readonly Reversal[], change: (id: string) => void, isActive: boolean): void {
  const reversal = reversals.at(-1);
  if (reversal === undefined) return;
  change(reversal.id);
  reversal.isActive = isActive;
}
