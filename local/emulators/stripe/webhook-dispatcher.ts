import { EventEmitter, once } from 'node:events';
import { modeFor } from './event-mode.ts';
import { newId } from './objects.ts';
import type { Delivery, EventRecord, Store } from './store.ts';
import { postEvent, type Webhook } from './webhook-request.ts';

/** Stripe retries for three days. The emulator makes its ten attempts within minutes. */
const RETRY_DELAYS = [1_000, 5_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000];

interface DispatcherOptions {
  store: Store;
  now: () => number;
  /** Milliseconds before each retry. @default RETRY_DELAYS */
  retryDelays?: readonly number[] | undefined;
}

/**
 * Sends events to the webhook. Deliveries are part of the stored data and are saved before the first attempt, so an
 * event survives a restart and, as with Stripe, may arrive twice.
 */
export class WebhookDispatcher {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #retryDelays: readonly number[];
  readonly #closing = new AbortController();
  /** By delivery id. */
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #changes = new EventEmitter();
  #timer: NodeJS.Timeout | undefined;
  #webhook: Webhook | undefined;

  constructor({ store, now, retryDelays = RETRY_DELAYS }: DispatcherOptions) {
    this.#store = store;
    this.#now = now;
    this.#retryDelays = retryDelays;
  }

  get hasWebhook(): boolean {
    return this.#webhook !== undefined;
  }

  /** Replaces the webhook, and sends what an earlier run did not. */
  setWebhook(webhook: Webhook): void {
    this.#webhook = webhook;
    this.sendDue();
  }

  /** Schedules a new event as the mode requires. Without a webhook, events are only listed. */
  schedule(record: EventRecord): void {
    if (!this.hasWebhook) return;
    const { id, type } = record.event;
    const now = this.#now();
    const mode = modeFor(this.#store.data.mode, type);
    if (mode.kind === 'drop') record.dropped = true;
    else if (mode.kind === 'hold' || mode.kind === 'reorder') {
      this.#addDelivery(id, null, mode.kind === 'reorder');
    } else this.#addDelivery(id, mode.kind === 'delay' ? now + mode.seconds * 1000 : now);
    if (mode.kind === 'twice') this.#addDelivery(id, now);
  }

  /** Schedules one more copy of an event. The mode does not apply to it. */
  resend(eventId: string): void {
    if (this.hasWebhook) this.#addDelivery(eventId, this.#now());
  }

  /** Sends the deliveries that are due and the batches that are complete, and sets a timer for the next ones. */
  sendDue(): void {
    clearTimeout(this.#timer);
    if (!this.hasWebhook || this.#isClosing()) return;
    const { mode } = this.#store.data;
    if (mode.kind === 'reorder') {
      const held = this.#deliveries().filter(({ batched, due }) => batched && due === null);
      while (held.length >= mode.count) this.#sendInTurn(held.splice(0, mode.count).toReversed());
    }
    const now = this.#now();
    const waiting = this.#deliveries().filter(({ id, due }) => due !== null && !this.#inFlight.has(id));
    for (const delivery of waiting) if (Number(delivery.due) <= now) this.#sendInTurn([delivery]);
    const next = Math.min(...waiting.map(({ due }) => Number(due)).filter((due) => due > now));
    if (next !== Infinity) this.#timer = setTimeout(() => this.sendDue(), next - now);
  }

  /** Sends held events, oldest first, one after another. @returns how many. */
  release(eventId?: string): number {
    const held = this.#deliveries().filter(({ due }) => due === null);
    const released = eventId === undefined ? held : held.filter((each) => each.eventId === eventId);
    this.#sendInTurn(released);
    this.#store.save();
    return released.length;
  }

  /** Resolves after the current attempts for an event. */
  async waitForAttempts(eventId: string): Promise<void> {
    const copies = this.#deliveries().filter((each) => each.eventId === eventId);
    await Promise.all(copies.flatMap(({ id }) => this.#inFlight.get(id) ?? []));
  }

  /** Resolves when no delivery is in flight or scheduled. Held deliveries do not count. */
  async idle(): Promise<void> {
    if (!this.#isIdle()) await once(this.#changes, 'idle');
  }

  /** Stops sending. Unfinished deliveries stay in the store for the next run. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#inFlight.values());
    this.#changes.emit('idle');
  }

  #deliveries(): Delivery[] {
    return [...this.#store.data.deliveries.values()];
  }

  #addDelivery(eventId: string, due: number | null, batched = false): void {
    const id = newId('delivery');
    this.#store.data.deliveries.set(id, { id, eventId, attempts: 0, due, batched });
  }

  /** Each delivery waits for the response to the one before, so that they arrive in this order. */
  #sendInTurn(deliveries: readonly Delivery[]): void {
    let previous = Promise.resolve();
    for (const delivery of deliveries) {
      delivery.due ??= this.#now();
      previous = previous.then(() => this.#attempt(delivery));
      const settled = previous.finally(() => {
        this.#inFlight.delete(delivery.id);
        this.sendDue();
        if (this.#isIdle()) this.#changes.emit('idle');
      });
      this.#inFlight.set(delivery.id, settled);
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { data, save } = this.#store;
    const record = data.events.get(delivery.eventId);
    if (record === undefined) data.deliveries.delete(delivery.id);
    if (record === undefined || this.#webhook === undefined || this.#isClosing()) return;
    const attempt = await postEvent(record.event, this.#webhook, this.#now, this.#closing.signal);
    if (attempt.status === null && this.#isClosing()) return;
    record.attempts.push(attempt);
    const delay = this.#retryDelays[delivery.attempts];
    delivery.attempts += 1;
    if (isSuccess(attempt.status) || delay === undefined) data.deliveries.delete(delivery.id);
    else delivery.due = this.#now() + delay;
    save();
  }

  #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #isIdle(): boolean {
    if (this.#inFlight.size > 0) return false;
    if (!this.hasWebhook || this.#isClosing()) return true;
    return this.#deliveries().every(({ due }) => due === null);
  }
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
