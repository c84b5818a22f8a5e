import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { newId, type StripeEvent } from './objects.ts';
import type { Delivery, EventMode, EventRecord, Store } from './store.ts';

/** The address that gets signed events, and the secret that signs them. */
export interface Webhook {
  url: string;
  secret: string;
}

/** The pauses before retries. Stripe retries for three days. The emulator makes its ten attempts within minutes. */
const RETRY_DELAYS = [1_000, 5_000, 30_000, ...Array.from({ length: 6 }, () => 60_000)];
const TIMEOUT_MS = 10_000;

/**
 * Sends events to the webhook. Deliveries are part of the stored data and are saved before the first attempt. An event therefore survives a
 * restart, and may arrive twice, as with Stripe.
 */
export class WebhookDispatcher {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #retryDelays: readonly number[];
  readonly #closing = new AbortController();
  /** The running deliveries by delivery id. */
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #changes = new EventEmitter();
  #timer: NodeJS.Timeout | undefined;
  #webhook: Webhook | undefined;

  constructor(store: Store, now: () => number, retryDelays: readonly number[] = RETRY_DELAYS) {
    this.#store = store;
    this.#now = now;
    this.#retryDelays = retryDelays;
  }

  get hasWebhook(): boolean {
    return this.#webhook !== undefined;
  }

  /** Replaces the webhook, and sends the events that an earlier run did not send. */
  setWebhook(webhook: Webhook): void {
    this.#webhook = webhook;
    this.sendDue();
  }

  /** Schedules a new event as the mode requires. If there is no webhook, events are only listed. */
  schedule(record: EventRecord): void {
    const { id, type } = record.event;
    const { mode: current } = this.#store.data;
    const mode: EventMode = current.only?.includes(type) === false ? { kind: 'normal' } : current;
    if (mode.kind === 'drop') record.dropped = true;
    else if (mode.kind === 'hold' || mode.kind === 'reorder') this.#addDelivery(id, null);
    else this.#addDelivery(id, this.#now() + (mode.kind === 'delay' ? mode.seconds * 1000 : 0));
    if (mode.kind === 'twice') this.#addDelivery(id, this.#now());
  }

  /** Schedules one more copy of an event, in any mode. */
  resend(eventId: string): void {
    this.#addDelivery(eventId, this.#now());
  }

  /** Sends the deliveries that are due and the batches that are complete. Sets a timer for the next deliveries. */
  sendDue(): void {
    clearTimeout(this.#timer);
    if (!this.hasWebhook || this.#isClosing()) return;
    const { mode } = this.#store.data;
    const held = this.#deliveries().filter(({ due }) => due === null);
    if (mode.kind === 'reorder') {
      while (held.length >= mode.count) this.#sendInTurn(held.splice(0, mode.count).toReversed());
    }
    const now = this.#now();
    const waiting = this.#deliveries().filter(({ id, due }) => due !== null && !this.#inFlight.has(id));
    for (const delivery of waiting) if (Number(delivery.due) <= now) this.#sendInTurn([delivery]);
    const next = Math.min(...waiting.map(({ due }) => Number(due)).filter((due) => due > now));
    if (next !== Infinity) this.#timer = setTimeout(() => this.sendDue(), next - now);
  }

  /** Sends held events, oldest first, one after another. @returns the number of events. */
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

  #addDelivery(eventId: string, due: number | null): void {
    if (!this.hasWebhook) return;
    const id = newId('delivery');
    this.#store.data.deliveries.set(id, { id, eventId, attempts: 0, due });
  }

  /** Sends deliveries in this order: each delivery waits for the response to the previous delivery. */
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
    const answer = await postEvent(record.event, this.#webhook, this.#now(), this.#closing.signal);
    if (typeof answer === 'string' && this.#isClosing()) return;
    record.attempts.push(answer);
    const delay = this.#retryDelays[delivery.attempts];
    delivery.attempts += 1;
    if (isSuccess(answer) || delay === undefined) data.deliveries.delete(delivery.id);
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

export function isSuccess(answer: number | string): boolean {
  return typeof answer === 'number' && answer >= 200 && answer < 300;
}

/**
 * Sends an event once. A redirect is a failure, as with Stripe. The signature is an HMAC-SHA256 of `{timestamp}.{raw body}`
 * (https://docs.stripe.com/webhooks, "Verify webhook signatures manually").
 * @returns the HTTP status of the response, or the reason why there was no response.
 */
async function postEvent(event: StripeEvent, { url, secret }: Webhook, now: number, closing: AbortSignal) {
  const body = JSON.stringify(event, null, 2);
  const timestamp = Math.floor(now / 1000);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${timestamp},v1=${signature}`,
  };
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closing]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    // The message of `fetch` is only "fetch failed". The cause of the error has the reason.
    return String(error instanceof Error ? (error.cause ?? error) : error);
  }
}
