import Stripe from 'stripe';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { PackId } from '../../../contract/packs.ts';
import { LOCAL_STRIPE } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { StripeApiError } from '../../../local/emulators/stripe/api/errors.ts';
import type { MoveOf } from './moves.ts';

/** A refund or a dispute. */
export interface Taking {
  id: string;
  /** In minor units. */
  amount: number;
  stands: boolean;
}

/** What is true at Stripe of one checkout of this history. */
export interface Purchase {
  sessionId: string;
  pack: PackId;
  state: 'open' | 'waiting' | 'paid' | 'failed';
  refunds: Taking[];
  disputes: Taking[];
}

type BankAct = MoveOf<'bank'>['act'];
type Event = ReturnType<EmbeddedCloud['stripe']['controls']['events']>[number]['event'];

/** Of a partial refund, in minor units: no whole number of credits of any pack. */
const PART = 101;

const stripe = new Stripe(LOCAL_STRIPE.apiKey);
const WEBHOOK_PATH = ENDPOINTS.stripeWebhook.path;

const standing = ({ id, amount }: { id: string; amount: number }): Taking => ({ id, amount, stands: true });

/** The first that stands falls away. */
function fall(takings: readonly Taking[], how: (id: string) => void): void {
  const taking = takings.find(({ stands }) => stands);
  if (taking === undefined) return;
  how(taking.id);
  taking.stands = false;
}

/** Stripe's side of one history: payments, and events that arrive when, and as often as, the history says. */
export class Shop {
  readonly purchases: Purchase[] = [];
  /** Every event so far, and whether a delivery of it was answered with success. */
  readonly events = new Map<string, { event: Event; arrived: boolean }>();
  readonly #cloud: EmbeddedCloud;

  /** @param cloud one whose Stripe sends nothing by itself */
  constructor(cloud: EmbeddedCloud) {
    this.#cloud = cloud;
  }

  opened(sessionId: string, pack: PackId): Purchase {
    const purchase: Purchase = { sessionId, pack, state: 'open', refunds: [], disputes: [] };
    this.purchases.push(purchase);
    return purchase;
  }

  pay(purchase: Purchase, how: 'pay' | 'pay_later' | 'decline'): void {
    if (purchase.state !== 'open') return;
    this.#keepingEvents(() => this.#cloud.stripe.controls.pay(purchase.sessionId, how));
    if (how !== 'decline') purchase.state = how === 'pay' ? 'paid' : 'waiting';
  }

  /** What only the bank or the merchant does. What Stripe refuses, for it makes no sense now, does nothing. */
  act(purchase: Purchase, act: BankAct): void {
    if (act === 'pay') {
      this.pay(purchase, 'pay');
      return;
    }
    try {
      this.#keepingEvents(() => this.#act(purchase, act));
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
    }
  }

  #act(purchase: Purchase, act: Exclude<BankAct, 'pay'>): void {
    const { controls } = this.#cloud.stripe;
    const { sessionId, refunds, disputes } = purchase;
    switch (act) {
      case 'settle_succeeded':
        controls.settle(sessionId, 'succeeded');
        purchase.state = 'paid';
        break;
      case 'settle_failed':
        controls.settle(sessionId, 'failed');
        purchase.state = 'failed';
        break;
      case 'refund_all':
        refunds.push(standing(controls.refund(sessionId)));
        break;
      case 'refund_part':
        refunds.push(standing(controls.refund(sessionId, PART)));
        break;
      case 'fail_refund':
        fall(refunds, (id) => controls.failRefund(id));
        break;
      case 'dispute':
        disputes.push(standing(controls.dispute(sessionId)));
        break;
      case 'win_dispute':
        fall(disputes, (id) => controls.closeDispute(id, 'won'));
        break;
      case 'lose_dispute': {
        const dispute = disputes.find(({ stands }) => stands);
        if (dispute !== undefined) controls.closeDispute(dispute.id, 'lost');
      }
    }
  }

  /** Delivers one event, signed now, over the real route. */
  async deliver(id: string): Promise<void> {
    const known = this.events.get(id);
    if (known === undefined) return;
    const body = JSON.stringify(known.event);
    const response = await fetch(this.#cloud.url + WEBHOOK_PATH, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret: LOCAL_STRIPE.webhookSecret,
        }),
      },
    });
    await response.arrayBuffer();
    if (response.ok) known.arrived = true;
  }

  /** The events that nobody has taken yet: Stripe sends those for days. */
  outstanding(): string[] {
    return [...this.events].filter(([, { arrived }]) => !arrived).map(([id]) => id);
  }

  /** Nothing else happens at the stand-in while `act` runs: its new events are this history's. */
  #keepingEvents(act: () => void): void {
    const { controls } = this.#cloud.stripe;
    const before = new Set(controls.events().map(({ event }) => event.id));
    act();
    for (const { event } of controls.events().toReversed()) {
      if (!before.has(event.id)) this.events.set(event.id, { event, arrived: false });
    }
  }
}
