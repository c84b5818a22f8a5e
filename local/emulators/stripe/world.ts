import type Stripe from 'stripe';
import type { Clock } from './clock.ts';
import { newId } from './ids.ts';
import { API_VERSION, type EventObject, type StripeEvent } from './objects.ts';
import type { EventRecord, State, Store } from './store.ts';
import type { Courier } from './webhooks/courier.ts';

/** Older events are let go once they arrived: a session of tests must not make every write slower. */
const EVENTS_KEPT = 500;

/** The request that caused an event; null where the account itself or a customer did. */
export interface Cause {
  id: string;
  idempotency_key: string | null;
}

/** Everything the stand-in knows, and the way its changes become events. */
export class World {
  readonly state: State;
  /** Of the stand-in itself, without a trailing slash. */
  readonly endpoint: string;
  readonly clock: Clock;
  readonly courier: Courier;
  readonly #save: () => void;
  #cause: Cause | null = null;

  constructor(store: Store, clock: Clock, courier: Courier) {
    this.state = store.state;
    this.endpoint = store.state.endpoint;
    this.clock = clock;
    this.courier = courier;
    this.#save = store.save;
  }

  /** As Stripe counts: seconds since 1970. */
  seconds(): number {
    return Math.floor(this.clock.now() / 1000);
  }

  /** Runs an operation whose events name this request. */
  causedBy<T>(cause: Cause, operation: () => T): T {
    this.#cause = cause;
    try {
      return operation();
    } finally {
      this.#cause = null;
    }
  }

  /** Something happened: an event with the object as it is now. It leaves with the next `commit`. */
  emit(type: Stripe.Event.Type, object: EventObject, previous?: Record<string, unknown>): EventRecord {
    const event: StripeEvent = {
      id: newId('event'),
      object: 'event',
      api_version: API_VERSION,
      created: this.seconds(),
      data: {
        object: structuredClone(object),
        ...(previous === undefined ? {} : { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: this.courier.hasWebhook ? 1 : 0,
      request: this.#cause ?? { id: null, idempotency_key: null },
      type,
    };
    const record = this.#record(event);
    this.courier.accept(record);
    return record;
  }

  /** The same happening under another event id, as Stripe may report it. Sent whatever the mode. */
  emitAgain(original: StripeEvent): EventRecord {
    const event = { ...structuredClone(original), id: newId('event'), created: this.seconds() };
    this.courier.repeat(event.id);
    return this.#record(event);
  }

  /** Writes every change, and only then lets the events leave. */
  commit(): void {
    this.#forgetOldEvents();
    this.#save();
    this.courier.dispatch();
  }

  #record(event: StripeEvent): EventRecord {
    const record: EventRecord = { event, attempts: [], dropped: false };
    this.state.events.set(event.id, record);
    return record;
  }

  #forgetOldEvents(): void {
    const { events, shipments } = this.state;
    if (events.size <= EVENTS_KEPT) return;
    const onTheirWay = new Set(Array.from(shipments.values(), ({ eventId }) => eventId));
    for (const id of events.keys()) {
      if (events.size <= EVENTS_KEPT) break;
      if (!onTheirWay.has(id)) events.delete(id);
    }
  }
}
