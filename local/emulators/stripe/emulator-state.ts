import { API_VERSION, newId, type EventType, type Resource, type StripeEvent } from './objects.ts';
import type { EventRecord, Store } from './store.ts';
import type { WebhookDispatcher } from './webhook-dispatcher.ts';

/** The most stored events. Older events are deleted after delivery, so that a long test run does not slow down each write. */
const MAX_EVENTS = 500;

/** The data of the emulator. It creates an event for a change. */
export class EmulatorState {
  readonly data: Store['data'];
  readonly endpoint: string;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  readonly dispatcher: WebhookDispatcher;
  readonly #save: () => void;

  constructor(store: Store, now: () => number, dispatcher: WebhookDispatcher) {
    this.data = store.data;
    this.endpoint = store.endpoint;
    this.now = now;
    this.dispatcher = dispatcher;
    this.#save = store.save;
  }

  /** Returns the time in seconds since 1970, as in Stripe's timestamps. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** The fields that most objects of Stripe have. */
  commonFields<Kind extends string>(id: string, object: Kind, metadata: Record<string, string> = {}) {
    return { id, object, created: this.seconds(), livemode: false, metadata: { ...metadata } };
  }

  /** Creates an event with a copy of the object. The next `commit` sends it. */
  emit(type: EventType, object: Resource, previous?: Record<string, unknown>): StripeEvent {
    const record = this.#addEvent({
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.seconds(),
      data: {
        object: structuredClone(object),
        ...(previous !== undefined && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: this.dispatcher.hasWebhook ? 1 : 0,
      request: { id: null, idempotency_key: null },
      type,
    });
    this.dispatcher.schedule(record);
    return record.event;
  }

  /** Creates an event with the same content under a new id, and sends it in any mode. */
  emitCopy(original: StripeEvent): StripeEvent {
    const { event } = this.#addEvent({ ...original, id: newId('evt'), created: this.seconds() });
    this.dispatcher.resend(event.id);
    return event;
  }

  /** Saves all changes, then sends the events that are due. */
  commit(): void {
    this.#deleteOldEvents();
    this.#save();
    this.dispatcher.sendDue();
  }

  #addEvent(event: StripeEvent): EventRecord {
    const record: EventRecord = { event, attempts: [], dropped: false };
    this.data.events.set(event.id, record);
    return record;
  }

  #deleteOldEvents(): void {
    const { events, deliveries } = this.data;
    if (events.size <= MAX_EVENTS) return;
    const undelivered = new Set(Array.from(deliveries.values(), ({ eventId }) => eventId));
    for (const id of events.keys()) {
      if (events.size <= MAX_EVENTS) break;
      if (!undelivered.has(id)) events.delete(id);
    }
  }
}
