import { getResource, invalidRequest } from '../api/operation.ts';
import type { EmulatorState } from '../emulator-state.ts';
import type { Charge } from '../objects.ts';
import { expireDueSessions, settlePayment, submitPayment, type PaymentAction } from '../payments.ts';
import {
  createDispute,
  createRefund,
  updateDispute,
  updateRefund,
  type DisputeOptions,
  type RefundOptions,
} from '../refunds-and-disputes.ts';
import { type Checkout, type Delivery, eventMode, type EventMode, type EventRecord } from '../store.ts';
import { isSuccess } from '../webhook-dispatcher.ts';

export type StripeControls = ReturnType<typeof createControls>;
export type CheckoutView = ReturnType<StripeControls['sessions']>[number];
export type PaymentView = ReturnType<StripeControls['payments']>[number];
/** The state of an event. `unsent`: there was no webhook. `failed`: the last attempt failed. */
export type EventState = 'delivered' | 'sending' | 'scheduled' | 'held' | 'dropped' | 'failed' | 'unsent';
export type EventView = ReturnType<StripeControls['events']>[number];

/**
 * Creates the actions of customers, banks and the merchant's dashboard, and the controls of the delivery of events. Each change is saved
 * before the method returns. Lists are newest first. Amounts are in minor units; the default is the unrefunded amount.
 */
export function createControls(state: EmulatorState) {
  const { data, dispatcher } = state;
  const getCheckout = (id: string) => getResource(data.checkouts, 'checkout.session', id);
  const getEvent = (id: string) => getResource(data.events, 'event', id);
  const change = <T>(run: () => T): T => {
    expireDueSessions(state);
    const result = run();
    state.commit();
    return result;
  };
  const checkouts = () => [...data.checkouts.values()].toReversed();
  return {
    sessions: () => checkouts().map((checkout) => viewCheckout(state, checkout)),
    /** Lists the paid sessions with their refunds and disputes, newest first. */
    payments() {
      const refunds = groupBy(data.refunds.values(), ({ charge }) => charge);
      const disputes = groupBy(data.disputes.values(), ({ charge }) => charge);
      return checkouts().flatMap(({ session, lineItems }) => {
        if (session.payment_status !== 'paid') return [];
        const charge = getCharge(state, session.id);
        const { id } = charge;
        return { session, lineItems, charge, refunds: refunds(id), disputes: disputes(id) };
      });
    },
    events() {
      const deliveries = groupBy(data.deliveries.values(), ({ eventId }) => eventId);
      return [...data.events.values()]
        .toReversed()
        .map((record) => viewEvent(state, record, deliveries(record.event.id)));
    },

    /** Submits the hosted page. @returns the event of the completed session, or undefined for `decline`. */
    pay: (sessionId: string, action: PaymentAction = 'pay') =>
      change(() => submitPayment(state, getCheckout(sessionId), action)),
    /** Ends a `pay_later` payment. */
    settle: (sessionId: string, outcome: 'succeeded' | 'failed') =>
      change(() => settlePayment(state, getCheckout(sessionId), outcome)),
    refund: (sessionId: string, options?: RefundOptions) =>
      change(() => createRefund(state, getCharge(state, sessionId), options)),
    /** Sets the status of a refund, for example `failed`. */
    updateRefund: (id: string, status: string) =>
      change(() => updateRefund(state, getResource(data.refunds, 'refund', id), status)),
    dispute: (sessionId: string, options?: DisputeOptions) =>
      change(() => createDispute(state, getCharge(state, sessionId), options)),
    /** Sets the status of a dispute, for example `won`, `lost`, or `needs_response` for an inquiry that becomes a dispute. */
    updateDispute: (id: string, status: string) =>
      change(() => updateDispute(state, getResource(data.disputes, 'dispute', id), status)),

    mode: () => data.mode,
    /** Sets the mode of new events. */
    setMode: (mode: EventMode) =>
      change(() => {
        data.mode = eventMode.parse(mode);
      }),
    /**
     * Sends held events, oldest first, one after another.
     * @param eventId sends only this event.
     * @returns the number of sent events.
     */
    release: (eventId?: string) => dispatcher.release(eventId),
    /** Sends an event once more, in any mode. */
    sendAgain: (eventId: string) => change(() => dispatcher.resend(getEvent(eventId).event.id)),
    /** Sends the same content under a new event id, in any mode. */
    sendAsNew: (eventId: string) => change(() => state.emitCopy(getEvent(eventId).event)),
    /** Resolves when no delivery is in flight or scheduled. Held events do not count. */
    idle: () => dispatcher.idle(),
  };
}

function getCharge({ data }: EmulatorState, sessionId: string): Charge {
  const intent = data.paymentIntents.get(data.checkouts.get(sessionId)?.session.payment_intent ?? '');
  const charge = data.charges.get(intent?.latest_charge ?? '');
  if (charge === undefined) throw invalidRequest(`There is no payment ${sessionId}.`);
  return charge;
}

function viewCheckout({ data }: EmulatorState, { session, lineItems }: Checkout) {
  /** True if the customer chose to pay later, and the payment is not settled. */
  const isWaiting = data.paymentIntents.get(session.payment_intent ?? '')?.status === 'processing';
  return { session, lineItems, isWaiting };
}

function viewEvent(
  { now }: EmulatorState,
  { event, attempts, dropped }: EventRecord,
  deliveries: readonly Delivery[],
) {
  const times = deliveries.flatMap(({ due }) => due ?? []);
  /** The time of the next delivery, in milliseconds since 1970. Null if no delivery is scheduled. */
  const due = times.length === 0 ? null : Math.min(...times);
  return { event, state: eventState(), attempts: [...attempts], due };

  function eventState(): EventState {
    if (due !== null) return due > now() ? 'scheduled' : 'sending';
    if (deliveries.length > 0) return 'held';
    if (attempts.length > 0) return attempts.some(isSuccess) ? 'delivered' : 'failed';
    return dropped ? 'dropped' : 'unsent';
  }
}

/** Groups the rows once, because `prove` makes thousands of rows. @returns a function that returns the rows with a key. */
function groupBy<Row, Key>(rows: Iterable<Row>, keyOf: (row: Row) => Key): (key: Key) => Row[] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return (key) => groups.get(key) ?? [];
}
