import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { EventRecord, Shipment, Store } from '../store.ts';
import { modeFor } from './modes.ts';
import { sendEvent, type Webhook } from './send.ts';

/** Stripe repeats for three days; here the same story fits into minutes: ten tries in all. */
const RETRY_DELAYS = [1_000, 5_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000];

interface CourierOptions {
  store: Store;
  clock: Clock;
  /** Milliseconds before each repetition; after the last one an event is given up. @default RETRY_DELAYS */
  retryDelays?: readonly number[];
}

/**
 * Brings events to the webhook. What is to be sent is part of the stored state (`shipments`), written before anything
 * leaves: `accept` only plans, `dispatch` sends what is due. So an event survives a restart, and, as with Stripe, may
 * arrive twice.
 */
export class Courier {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #retryDelays: readonly number[];
  readonly #closing = new AbortController();
  /** By shipment: what is being sent now. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** By shipment: how to cancel its timer. */
  readonly #timers = new Map<string, () => void>();
  #idleWaiters: (() => void)[] = [];
  #webhook: Webhook | undefined;

  constructor({ store, clock, retryDelays = RETRY_DELAYS }: CourierOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#retryDelays = retryDelays;
  }

  get hasWebhook(): boolean {
    return this.#webhook !== undefined;
  }

  /** Replaces the address, and goes on with what an earlier run left. */
  setWebhook(webhook: Webhook): void {
    this.#webhook = webhook;
    this.dispatch();
  }

  /** Plans the shipments of a new event, as the mode wants it. */
  accept(record: EventRecord): void {
    // An account without an endpoint has its events listed, and sent nowhere.
    if (!this.hasWebhook) return;
    const { id, type } = record.event;
    const now = this.#clock.now();
    const mode = modeFor(this.#store.state.mode, type);
    switch (mode.kind) {
      case 'normal':
        this.#plan(id, now);
        break;
      case 'twice':
        this.#plan(id, now);
        this.#plan(id, now);
        break;
      case 'delay':
        this.#plan(id, now + mode.seconds * 1000);
        break;
      case 'hold':
        this.#plan(id, null);
        break;
      case 'reorder':
        this.#plan(id, null, { batched: true });
        break;
      case 'drop':
        record.dropped = true;
        break;
    }
  }

  /** Plans one more copy of an event, whatever the mode. */
  repeat(eventId: string, signedSecondsAgo = 0): void {
    if (this.hasWebhook) this.#plan(eventId, this.#clock.now(), { signedSecondsAgo });
  }

  /** Sends what is due, and sets timers for what will be. */
  dispatch(): void {
    if (!this.hasWebhook || this.#closing.signal.aborted) return;
    const { mode, shipments } = this.#store.state;
    if (mode.kind === 'reorder') {
      const batch = [...shipments.values()].filter(({ batched, due }) => batched && due === null);
      while (batch.length >= mode.count) this.#sendInTurn(batch.splice(0, mode.count).toReversed());
    }
    for (const shipment of shipments.values()) {
      if (shipment.due === null || this.#inFlight.has(shipment.id)) continue;
      const wait = shipment.due - this.#clock.now();
      if (wait <= 0) this.#track(shipment, this.#attempt(shipment));
      else this.#wake(shipment.id, wait);
    }
  }

  /** Sends what is held, oldest first, one after another. @returns how many. */
  release(eventId?: string): number {
    const held = [...this.#store.state.shipments.values()].filter(
      (shipment) => shipment.due === null && (eventId === undefined || shipment.eventId === eventId),
    );
    this.#sendInTurn(held);
    return held.length;
  }

  /** Resolves when the copies of an event that are being sent now have had their answer. */
  async arrival(eventId: string): Promise<void> {
    const copies = [...this.#store.state.shipments.values()].filter((each) => each.eventId === eventId);
    await Promise.all(copies.flatMap(({ id }) => this.#inFlight.get(id) ?? []));
  }

  /** Resolves when nothing is in flight or scheduled; what is held does not count. */
  async idle(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  /** Stops sending. What is on its way stays in the store for the next run. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    await Promise.all(this.#inFlight.values());
    this.#tellIfIdle();
  }

  #plan(eventId: string, due: number | null, { batched = false, signedSecondsAgo = 0 } = {}): void {
    const id = newId('shipment');
    this.#store.state.shipments.set(id, { id, eventId, tries: 0, due, batched, signedSecondsAgo });
  }

  /** Each waits for the answer to the one before, so that they arrive in this order. */
  #sendInTurn(shipments: readonly Shipment[]): void {
    let before = Promise.resolve();
    for (const shipment of shipments) {
      shipment.due = this.#clock.now();
      before = before.then(() => this.#attempt(shipment));
      this.#track(shipment, before);
    }
    this.#store.save();
  }

  #track(shipment: Shipment, sending: Promise<void>): void {
    this.#timers.get(shipment.id)?.();
    this.#timers.delete(shipment.id);
    this.#inFlight.set(
      shipment.id,
      sending.finally(() => {
        this.#inFlight.delete(shipment.id);
        this.dispatch();
        this.#tellIfIdle();
      }),
    );
  }

  async #attempt(shipment: Shipment): Promise<void> {
    const { state, save } = this.#store;
    const record = state.events.get(shipment.eventId);
    if (record === undefined) state.shipments.delete(shipment.id);
    if (record === undefined || this.#webhook === undefined || this.#isClosing()) return;
    const attempt = await sendEvent(
      record.event,
      this.#webhook,
      this.#clock,
      shipment.signedSecondsAgo,
      this.#closing.signal,
    );
    if (attempt.status === null && this.#isClosing()) return;
    record.attempts.push(attempt);
    const arrived = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
    const delay = this.#retryDelays[shipment.tries];
    shipment.tries += 1;
    if (arrived || delay === undefined) state.shipments.delete(shipment.id);
    else shipment.due = this.#clock.now() + delay;
    save();
  }

  #wake(id: string, wait: number): void {
    if (this.#timers.has(id)) return;
    const cancel = this.#clock.after(wait, () => {
      this.#timers.delete(id);
      this.dispatch();
    });
    this.#timers.set(id, cancel);
  }

  #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #isIdle(): boolean {
    if (this.#inFlight.size > 0) return false;
    if (!this.hasWebhook || this.#isClosing()) return true;
    return [...this.#store.state.shipments.values()].every(({ due }) => due === null);
  }

  #tellIfIdle(): void {
    if (!this.#isIdle()) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
  }
}
