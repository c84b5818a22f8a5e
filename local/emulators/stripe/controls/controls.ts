import { missing, refused } from '../api/errors.ts';
import type { Charge, Dispute, Refund, StripeEvent } from '../objects.ts';
import { settle, submit, type Payment } from '../payments/checkout.ts';
import { closeDispute, disputeCharge } from '../payments/disputes.ts';
import { failRefund, refundCharge } from '../payments/refunds.ts';
import { expireDueSessions } from '../payments/sessions.ts';
import type { Attempt, Checkout } from '../store.ts';
import { eventMode, type EventMode } from '../webhooks/modes.ts';
import type { World } from '../world.ts';
import {
  listEvents,
  listPayments,
  listSessions,
  type EventView,
  type PaymentView,
  type SessionView,
} from './views.ts';

/** What only someone behind Stripe could do: move time, money and messages. Each change is written before it returns. */
export interface StripeControls {
  /** Newest first. */
  sessions(): SessionView[];
  /** Paid sessions, newest first. */
  payments(): PaymentView[];
  /** Newest first. */
  events(): EventView[];

  /**
   * What a customer does on the hosted page, without one.
   * @returns the event that completed the session; undefined for `decline`.
   */
  pay(sessionId: string, how?: Payment, email?: string): StripeEvent | undefined;
  /** Ends a `pay_later`. */
  settle(sessionId: string, outcome: 'succeeded' | 'failed'): StripeEvent;
  /**
   * @param payment id of a session, payment intent or charge.
   * @param amount in minor units. Default: all that is left.
   */
  refund(payment: string, amount?: number): Refund;
  /** A refund that the bank could not take after all. */
  failRefund(refundId: string): void;
  /** @param amount in minor units. Default: all that was not refunded. */
  dispute(payment: string, amount?: number): Dispute;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void;

  /** For coming events; those on their way stay as they are. */
  mode(): EventMode;
  setMode(mode: EventMode): void;
  /** Sends held events, oldest first, one after another. @param eventId only this one's. @returns how many. */
  release(eventId?: string): number;
  /** Sends an event once more, whatever the mode. @param signedSecondsAgo how old its signature is. */
  sendAgain(eventId: string, options?: { signedSecondsAgo?: number }): void;
  /** Sends the same object under a new event id, whatever the mode. */
  sendAsNew(eventId: string): StripeEvent;
  /** Every attempt to send an event, oldest first. */
  deliveries(eventId: string): Attempt[];
  /** Resolves when nothing is in flight or scheduled; what is held does not count. */
  idle(): Promise<void>;
}

export function createControls(world: World): StripeControls {
  /** Runs a change, and writes it, with the events that it made. */
  const change = <T>(run: () => T): T => {
    expireDueSessions(world);
    const result = run();
    world.commit();
    return result;
  };
  return {
    sessions: () => listSessions(world),
    payments: () => listPayments(world),
    events: () => listEvents(world),

    pay: (sessionId, how = 'pay', email) =>
      change(() => submit(world, checkoutOf(world, sessionId), how, email)?.event),
    settle: (sessionId, outcome) => change(() => settle(world, checkoutOf(world, sessionId), outcome).event),
    refund: (payment, amount) => change(() => refundCharge(world, chargeOf(world, payment), { amount })),
    failRefund: (refundId) =>
      change(() => {
        const refund = world.state.refunds.get(refundId);
        if (refund === undefined) throw missing('refund', refundId);
        failRefund(world, refund);
      }),
    dispute: (payment, amount) => change(() => disputeCharge(world, chargeOf(world, payment), amount)),
    closeDispute: (disputeId, outcome) =>
      change(() => {
        const dispute = world.state.disputes.get(disputeId);
        if (dispute === undefined) throw missing('dispute', disputeId);
        closeDispute(world, dispute, outcome);
      }),

    mode: () => world.state.mode,
    setMode: (mode) =>
      change(() => {
        world.state.mode = eventMode.parse(mode);
      }),
    release: (eventId) => world.courier.release(eventId),
    sendAgain: (eventId, { signedSecondsAgo = 0 } = {}) =>
      change(() => {
        world.courier.repeat(recordOf(world, eventId).event.id, signedSecondsAgo);
      }),
    sendAsNew: (eventId) => change(() => world.emitAgain(recordOf(world, eventId).event).event),
    deliveries: (eventId) => [...recordOf(world, eventId).attempts],
    idle: () => world.courier.idle(),
  };
}

function checkoutOf(world: World, id: string): Checkout {
  const checkout = world.state.checkouts.get(id);
  if (checkout === undefined) throw missing('checkout.session', id);
  return checkout;
}

function recordOf(world: World, id: string) {
  const record = world.state.events.get(id);
  if (record === undefined) throw missing('event', id);
  return record;
}

/** The charge behind a session, a payment intent or its own id. */
function chargeOf({ state }: World, id: string): Charge {
  const intentId = state.checkouts.get(id)?.session.payment_intent ?? id;
  const chargeId = state.paymentIntents.get(intentId)?.latest_charge ?? intentId;
  const charge = state.charges.get(chargeId);
  if (charge === undefined) throw refused(`There is no payment ${id}.`);
  return charge;
}
