import type { PackId } from '../../../contract/packs.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { captureEvents, deliverEvent, type StripeEvent } from '../stripe.ts';
import type { ActionOf } from './actions.ts';

/** A refund or a dispute. */
export interface Reversal {
  id: string;
  /** In minor units. */
  amount: number;
  /** False once the refund failed or the dispute was won. */
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
    const purchase: Purchase = { sessionId, pack, state: 'open', refunds: [], disputes: [] };
    this.purchases.push(purchase);
    return purchase;
  }

  pay(purchase: Purchase, payment: 'pay' | 'pay_later' | 'decline'): void {
    if (purchase.state !== 'open') return;
    this.#capture(() => this.#cloud.stripe.controls.pay(purchase.sessionId, payment));
    if (payment !== 'decline') purchase.state = payment === 'pay' ? 'paid' : 'processing';
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
            refunds.push(toReversal(controls.refund(sessionId, PARTIAL_AMOUNT)));
            break;
          case 'fail_refund':
            deactivateFirst(refunds, (id) => controls.failRefund(id));
            break;
          case 'dispute':
            disputes.push(toReversal(controls.dispute(sessionId)));
            break;
          case 'win_dispute':
            deactivateFirst(disputes, (id) => controls.closeDispute(id, 'won'));
            break;
          case 'lose_dispute': {
            const dispute = disputes.find(({ isActive }) => isActive);
            if (dispute !== undefined) controls.closeDispute(dispute.id, 'lost');
          }
        }
      });
  }

  async deliver(id: string): Promise<void> {
    const known = this.events.get(id);
    if (known !== undefined && (await deliverEvent(this.#cloud, known.event))) known.isDelivered = true;
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

function deactivateFirst(reversals: readonly Reversal[], deactivate: (id: string) => void): void {
  const reversal = reversals.find(({ isActive }) => isActive);
  if (reversal === undefined) return;
  deactivate(reversal.id);
  reversal.isActive = false;
}
