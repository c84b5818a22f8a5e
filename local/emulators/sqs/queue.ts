import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const message = z.object({
  id: z.string(),
  body: z.string(),
  /** Times are in ms since the epoch. */
  sentAt: z.number(),
  visibleAt: z.number(),
  receiveCount: z.number(),
  /** Identifies the last delivery. Before the first one, only the queue knows it. */
  receiptHandle: z.string(),
});
export type QueueMessage = z.infer<typeof message>;
export const queueMessages = z.array(message);

interface QueueOptions {
  visibilityTimeoutMs: number;
  /** Receives a message that was delivered `maxReceiveCount` times. */
  deadLetters?: { maxReceiveCount: number; add: (message: QueueMessage) => void } | undefined;
  /** Messages of an earlier run. */
  messages: readonly QueueMessage[];
  onChange: (messages: QueueMessage[]) => void;
}

/** A standard queue. It delivers the oldest visible message first. */
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

  /** @param listener called whenever a message becomes visible, and once now. */
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
   * Delivers a message. It is invisible until the visibility timeout, or until it is deleted.
   * @param id @default the oldest visible message
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

  /** @returns false for a receipt handle that is not of a last delivery. */
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
      // A timer can be a millisecond early. Without another one, the queue would stand still.
      if (Date.now() < next) this.#schedule();
      else this.#listener?.();
    };
    this.#timer = setTimeout(wake, Math.max(0, next - Date.now()));
  }
}
