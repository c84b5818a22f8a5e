import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const message = z.object({
  id: z.string(),
  body: z.string(),
  /** The times are in ms since the epoch. */
  sentAt: z.number(),
  visibleAt: z.number(),
  receiveCount: z.number(),
  /** Identifies the last delivery. Before the first delivery, only the queue knows the handle. */
  receiptHandle: z.string(),
});
export type QueueMessage = z.infer<typeof message>;
export const queueMessages = z.array(message);

interface QueueOptions {
  visibilityTimeoutMs: number;
  /** Receives a message that was delivered `maxReceiveCount` times. */
  deadLetters?: { maxReceiveCount: number; add: (message: QueueMessage) => void } | undefined;
  /** The messages of an earlier run. */
  messages: readonly QueueMessage[];
  onChange: (messages: QueueMessage[]) => void;
}

/** A standard queue, which delivers the oldest visible message first. */
export class Queue {
  readonly #options: QueueOptions;
  #messages: QueueMessage[];
  #listener: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#messages = [...options.messages];
  }

  list(): readonly QueueMessage[] {
    return this.#messages;
  }

  /** Sets the listener. @param listener called now, and whenever a message becomes visible. */
  listen(listener: () => void): void {
    this.#listener = listener;
    this.#schedule();
  }

  /** @returns the id of the message. */
  send(body: string, delayMs: number): string {
    const now = Date.now();
    const id = randomUUID();
    this.add({
      id,
      body,
      sentAt: now,
      visibleAt: now + delayMs,
      receiveCount: 0,
      receiptHandle: randomUUID(),
    });
    return id;
  }

  add(added: QueueMessage): void {
    this.#change([...this.#messages, added]);
  }

  /**
   * Delivers a message. The message then is invisible until the visibility timeout, or until it is deleted.
   * @param id the message. @default the oldest visible message
   */
  receive(id?: string): QueueMessage | undefined {
    const now = Date.now();
    const { deadLetters, visibilityTimeoutMs } = this.#options;
    const found = this.#messages.find((each) => (id === undefined ? each.visibleAt <= now : each.id === id));
    if (found === undefined) return undefined;
    if (deadLetters !== undefined && found.receiveCount >= deadLetters.maxReceiveCount) {
      this.#change(this.#messages.filter((each) => each !== found));
      deadLetters.add({ ...found, visibleAt: now });
      return this.receive(id);
    }
    const received = {
      ...found,
      receiveCount: found.receiveCount + 1,
      receiptHandle: randomUUID(),
      visibleAt: now + visibilityTimeoutMs,
    };
    this.#change(this.#messages.map((each) => (each === found ? received : each)));
    return received;
  }

  delete(receiptHandle: string): void {
    this.#change(this.#messages.filter((each) => each.receiptHandle !== receiptHandle));
  }

  /** @returns false if the receipt handle does not belong to the last delivery of a message. */
  changeVisibility(receiptHandle: string, timeoutMs: number): boolean {
    const found = this.#messages.find((each) => each.receiptHandle === receiptHandle);
    if (found === undefined) return false;
    const changed = { ...found, visibleAt: Date.now() + timeoutMs };
    this.#change(this.#messages.map((each) => (each === found ? changed : each)));
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listener = undefined;
  }

  #change(messages: QueueMessage[]): void {
    this.#messages = messages;
    this.#options.onChange(messages);
    this.#schedule();
  }

  /** Calls the listener when the next message becomes visible. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#listener === undefined || this.#messages.length === 0) return;
    const next = Math.min(...this.#messages.map(({ visibleAt }) => visibleAt));
    const wake = () => {
      // A timer can be a millisecond early. Without a second timer, the queue would stop.
      if (Date.now() < next) this.#schedule();
      else this.#listener?.();
    };
    this.#timer = setTimeout(wake, Math.max(0, next - Date.now()));
  }
}
