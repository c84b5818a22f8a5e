import { getResource, invalidRequest } from '../api/errors.ts';
import type { EmulatorState } from '../emulator-state.ts';
import { eventMode, type EventMode } from '../event-mode.ts';
import type { Charge, Dispute, LineItem, Refund, Session, StripeEvent } from '../objects.ts';
import { expireDueSessions, settlePayment, submitPayment, type PaymentAction } from '../payments.ts';
import {
  closeDispute,
  createDispute,
  createRefund,
  failRefund,
  filterByCharge,
} from '../refunds-and-disputes.ts';
import type { Checkout, EventRecord } from '../store.ts';
import { isSuccess } from '../webhook-dispatcher.ts';

export interface CheckoutView {
  session: Session;
  lineItems: LineItem[];
  /** The customer chose to pay later, and the payment is not settled. */
  isWaiting: boolean;
}

/** A paid session with its refunds and disputes, oldest first. */
export interface PaymentView extends CheckoutView {
  charge: Charge;
  refunds: Refund[];
  disputes: Dispute[];
}

export interface EventView {
  event: StripeEvent;
  /** `unsent` without a webhook, `failed` after the last attempt. */
  state: 'delivered' | 'sending' | 'scheduled' | 'held' | 'dropped' | 'failed' | 'unsent';
  attempts: EventRecord['attempts'];
  /** When it is sent next, in milliseconds since 1970. */
  due: number | null;
}

export type StripeControls = ReturnType<typeof createControls>;

/**
 * What customers, banks and the merchant's dashboard do, and how events are delivered. Each change is saved before the
 * method returns. Lists are newest first. Amounts are in minor units and, by default, the unrefunded amount. A payment
 * is named by the id of its session, payment intent or charge.
 */
export function createControls(state: EmulatorState) {
  const { data, dispatcher } = state;
  const getCheckout = (id: string) => getResource(data.checkouts, 'checkout.session', id);
  const getRecord = (id: string) => getResource(data.events, 'event', id);
  const change = <T>(run: () => T): T => {
    expireDueSessions(state);
    const result = run();
    state.commit();
    return result;
  };
  const checkouts = () => [...data.checkouts.values()].toReversed();
  return {
    sessions: () => checkouts().map((checkout) => viewCheckout(state, checkout)),
    payments: () => checkouts().flatMap((checkout) => viewPayment(state, checkout) ?? []),
    events: () => [...data.events.values()].toReversed().map((record) => viewEvent(state, record)),

    /** Submits the hosted page. @returns the event of the completed session; undefined for `decline`. */
    pay: (sessionId: string, action: PaymentAction = 'pay') =>
      change(() => submitPayment(state, getCheckout(sessionId), action)),
    /** Ends a `pay_later` payment. */
    settle: (sessionId: string, outcome: 'succeeded' | 'failed') =>
      change(() => settlePayment(state, getCheckout(sessionId), outcome)),
    refund: (payment: string, amount?: number) =>
      change(() => createRefund(state, findCharge(state, payment), amount)),
    failRefund: (id: string) => change(() => failRefund(state, getResource(data.refunds, 'refund', id))),
    dispute: (payment: string, amount?: number) =>
      change(() => createDispute(state, findCharge(state, payment), amount)),
    closeDispute: (id: string, outcome: 'won' | 'lost') =>
      change(() => closeDispute(state, getResource(data.disputes, 'dispute', id), outcome)),

    mode: () => data.mode,
    /** Applies to new events only. */
    setMode: (mode: EventMode) =>
      change(() => {
        data.mode = eventMode.parse(mode);
      }),
    /** Sends held events, oldest first, one after another. @param eventId only this event. @returns how many. */
    release: (eventId?: string) => dispatcher.release(eventId),
    /** Sends an event once more. The mode does not apply. */
    sendAgain: (eventId: string) => change(() => dispatcher.resend(getRecord(eventId).event.id)),
    /** Sends the same content under a new event id. The mode does not apply. */
    sendAsNew: (eventId: string) => change(() => state.emitCopy(getRecord(eventId).event)),
    /** Every attempt to send an event, oldest first. @returns the status; null without a response. */
    deliveries: (eventId: string) =>
      getRecord(eventId).attempts.map((answer) => ({ status: typeof answer === 'number' ? answer : null })),
    /** Resolves when no delivery is in flight or scheduled. Held events do not count. */
    idle: () => dispatcher.idle(),
  };
}

function findCharge({ data }: EmulatorState, id: string): Charge {
  const intentId = data.checkouts.get(id)?.session.payment_intent ?? id;
  const charge = data.charges.get(data.paymentIntents.get(intentId)?.latest_charge ?? intentId);
  if (charge === undefined) throw invalidRequest(`There is no payment ${id}.`);
  return charge;
}

function viewCheckout({ data }: EmulatorState, { session, lineItems }: Checkout): CheckoutView {
  const isWaiting = data.paymentIntents.get(session.payment_intent ?? '')?.status === 'processing';
  return { session, lineItems, isWaiting };
}

function viewPayment(state: EmulatorState, checkout: Checkout): PaymentView | undefined {
  const { session } = checkout;
  if (session.payment_status !== 'paid') return undefined;
  const charge = findCharge(state, session.id);
  const { refunds, disputes } = state.data;
  return {
    ...viewCheckout(state, checkout),
    charge,
    refunds: filterByCharge(refunds, charge),
    disputes: filterByCharge(disputes, charge),
  };
}

function viewEvent({ data, now }: EmulatorState, { event, attempts, dropped }: EventRecord): EventView {
  const deliveries = [...data.deliveries.values()].filter(({ eventId }) => eventId === event.id);
  const times = deliveries.flatMap(({ due }) => due ?? []);
  const due = times.length === 0 ? null : Math.min(...times);
  return { event, attempts: [...attempts], due, state: eventState() };

  function eventState(): EventView['state'] {
    if (due !== null) return due > now() ? 'scheduled' : 'sending';
    if (deliveries.length > 0) return 'held';
    if (attempts.length > 0) return attempts.some(isSuccess) ? 'delivered' : 'failed';
    return dropped ? 'dropped' : 'unsent';
  }
}
