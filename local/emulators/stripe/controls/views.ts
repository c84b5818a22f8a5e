import type { Charge, Dispute, LineItem, Refund, Session, StripeEvent } from '../objects.ts';
import type { Attempt, Checkout } from '../store.ts';
import type { World } from '../world.ts';

/** A session and what it sells. */
export interface SessionView {
  session: Session;
  lineItems: LineItem[];
  /** Paid later, and not settled yet. */
  isWaiting: boolean;
}

/** A session whose money came, and what became of it. */
export interface PaymentView {
  session: Session;
  lineItems: LineItem[];
  charge: Charge;
  refunds: Refund[];
  disputes: Dispute[];
}

export interface EventView {
  event: StripeEvent;
  /** `unsent` where there was no webhook; `gone` where every try failed. */
  state: 'arrived' | 'sending' | 'scheduled' | 'held' | 'dropped' | 'gone' | 'unsent';
  attempts: Attempt[];
  /** When it is sent next, milliseconds since 1970. */
  due: number | null;
}

export function listSessions(world: World): SessionView[] {
  return [...world.state.checkouts.values()].toReversed().map(({ session, lineItems }) => ({
    session,
    lineItems,
    isWaiting: world.state.paymentIntents.get(session.payment_intent ?? '')?.status === 'processing',
  }));
}

export function listPayments(world: World): PaymentView[] {
  return [...world.state.checkouts.values()]
    .toReversed()
    .flatMap((checkout) => paymentOf(world, checkout) ?? []);
}

function paymentOf({ state }: World, { session, lineItems }: Checkout): PaymentView | undefined {
  const intent = state.paymentIntents.get(session.payment_intent ?? '');
  const charge = state.charges.get(intent?.latest_charge ?? '');
  if (session.payment_status !== 'paid' || charge === undefined) return undefined;
  const ofCharge = (each: Refund | Dispute) => each.charge === charge.id;
  return {
    session,
    lineItems,
    charge,
    refunds: [...state.refunds.values()].filter(ofCharge),
    disputes: [...state.disputes.values()].filter(ofCharge),
  };
}

export function listEvents(world: World): EventView[] {
  const { events, shipments } = world.state;
  return [...events.values()].toReversed().map(({ event, attempts, dropped }) => {
    const onTheWay = [...shipments.values()].filter(({ eventId }) => eventId === event.id);
    const dues = onTheWay.flatMap(({ due }) => due ?? []);
    const due = dues.length === 0 ? null : Math.min(...dues);
    return { event, attempts: [...attempts], due, state: stateOf() };

    function stateOf(): EventView['state'] {
      if (due !== null) return due > world.clock.now() ? 'scheduled' : 'sending';
      if (onTheWay.length > 0) return 'held';
      const last = attempts.at(-1);
      if (last !== undefined) return attempts.some(hasArrived) ? 'arrived' : 'gone';
      return dropped ? 'dropped' : 'unsent';
    }
  });
}

export function hasArrived({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
