import { md5, type SqsEmulator } from './emulators/sqs/sqs.ts';
import type { Queue, QueueMessage } from './emulators/sqs/queue.ts';
import type { Functions } from './lambda/functions.ts';
import { z } from 'zod';

export interface EventSource {
  queueArn: string;
  functionArn: string;
  batchSize: number;
  maxConcurrency: number;
  /** Whether the function names the messages of a batch that failed. Otherwise all of them succeeded. */
  reportsFailures: boolean;
}

/** Null, an empty object and an empty list are a success of the whole batch. */
const batchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish() })
  .nullable();

/** Event source mappings: they invoke a function with the messages of a queue (AWS Lambda developer guide, "SQS"). */
export class EventSources {
  readonly #functions: Pick<Functions, 'invoke'>;
  readonly #onError: (message: string) => void;
  readonly #polls: (() => void)[] = [];
  #isPaused = false;
  #isClosed = false;

  constructor(functions: Pick<Functions, 'invoke'>, onError: (message: string) => void) {
    this.#functions = functions;
    this.#onError = onError;
  }

  /** Leaves the messages in their queues until `resume`, for tests that deliver them themselves. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    for (const poll of this.#polls) poll();
  }

  /** @throws Error for a source that is not a queue of this machine. */
  add(source: EventSource, sqs: Pick<SqsEmulator, 'findQueue'>): void {
    const queue = sqs.findQueue(source.queueArn.split(':').at(-1) ?? '');
    if (queue === undefined) throw new Error(`there is no queue ${source.queueArn}`);
    let running = 0;
    const poll = () => {
      while (!this.#isClosed && !this.#isPaused && running < source.maxConcurrency) {
        const batch = receiveBatch(queue, source.batchSize);
        if (batch.length === 0) return;
        running += 1;
        void this.#process(queue, source, batch).finally(() => {
          running -= 1;
          poll();
        });
      }
    };
    this.#polls.push(poll);
    queue.listen(poll);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Deletes the messages that succeeded. The others stay invisible until their visibility timeout. */
  async #process(queue: Queue, source: EventSource, batch: QueueMessage[]): Promise<void> {
    const { functionArn, queueArn, reportsFailures } = source;
    try {
      const event = { Records: batch.map((message) => toRecord(message, queueArn)) };
      const result = await this.#functions.invoke(functionArn, event);
      const failures = reportsFailures ? (batchResponse.parse(result)?.batchItemFailures ?? []) : [];
      const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
      for (const id of failed) {
        // AWS Lambda developer guide, "Implementing partial batch responses": the whole batch has failed.
        if (!batch.some((message) => message.id === id))
          throw new Error(`It names the unknown message "${id}".`);
      }
      for (const { id, receiptHandle } of batch) if (!failed.has(id)) queue.delete(receiptHandle);
    } catch (error) {
      if (!this.#isClosed)
        this.#onError(`The function ${functionArn} failed for a message: ${String(error)}`);
    }
  }
}

function receiveBatch(queue: Queue, size: number): QueueMessage[] {
  const batch: QueueMessage[] = [];
  for (let message = queue.receive(); message !== undefined; message = queue.receive()) {
    batch.push(message);
    if (batch.length === size) break;
  }
  return batch;
}

function toRecord({ id, body, receiptHandle, receiveCount, sentAt }: QueueMessage, queueArn: string) {
  return {
    messageId: id,
    receiptHandle,
    body,
    attributes: { ApproximateReceiveCount: String(receiveCount), SentTimestamp: String(sentAt) },
    messageAttributes: {},
    md5OfBody: md5(body),
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: queueArn.split(':')[3],
  };
}
