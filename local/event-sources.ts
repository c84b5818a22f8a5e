import { md5, type SqsEmulator } from './emulators/sqs/sqs.ts';
import type { Queue, QueueMessage } from './emulators/sqs/queue.ts';
import type { Functions } from './lambda/functions.ts';
import { z } from 'zod';

export interface EventSource {
  queueArn: string;
  functionArn: string;
  maxConcurrency: number;
}

/** The response of a function to a batch. Null, an empty object and an empty list mean success. */
const batchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish() })
  .nullable();

/** Event source mappings, which invoke a function with each message of a queue (AWS Lambda developer guide, "SQS"). */
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

  /** Leaves the messages in their queues until `resume`. Tests use this to deliver the messages themselves. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    for (const poll of this.#polls) poll();
  }

  /** @throws Error if the source is not a queue of this machine. */
  add(source: EventSource, sqs: Pick<SqsEmulator, 'findQueue'>): void {
    const queue = sqs.findQueue(source.queueArn.split(':').at(-1) ?? '');
    if (queue === undefined) throw new Error(`there is no queue ${source.queueArn}`);
    let running = 0;
    const poll = () => {
      while (!this.#isClosed && !this.#isPaused && running < source.maxConcurrency) {
        const message = queue.receive();
        if (message === undefined) return;
        running += 1;
        void this.#process(queue, source, message).finally(() => {
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

  /**
   * Invokes the function with a message. Deletes the message if the function succeeds. Otherwise the message stays invisible until its
   * visibility timeout.
   */
  async #process(queue: Queue, { functionArn, queueArn }: EventSource, message: QueueMessage): Promise<void> {
    try {
      const result = await this.#functions.invoke(functionArn, { Records: [toRecord(message, queueArn)] });
      // A batch has only one message. A failure with the id of another message also means that the whole batch has failed (AWS Lambda
      // developer guide, "Implementing partial batch responses").
      const failures = batchResponse.parse(result)?.batchItemFailures ?? [];
      if (failures.length === 0) queue.delete(message.receiptHandle);
    } catch (error) {
      if (!this.#isClosed)
        this.#onError(`The function ${functionArn} failed for a message: ${String(error)}`);
    }
  }
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
