import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { createArn, LOCAL_ACCOUNT } from '../../credentials.ts';
import type { Iam } from '../../iam/iam.ts';
import { AwsJsonError, serveAwsJson } from '../aws-json.ts';
import { openState, table } from '../state-file.ts';
import { Queue, queueMessages } from './queue.ts';

export type SqsEmulator = Awaited<ReturnType<typeof startSqs>>;

interface CreateQueueOptions {
  visibilityTimeoutSeconds: number;
  /** The queue of undeliverable messages. This queue may be created later. */
  deadLetters?: { queueName: string; maxReceiveCount: number } | undefined;
}

/** The largest message (Amazon SQS developer guide, "Amazon SQS message quotas"). */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** The largest request: the JSON of the largest message, in which a character can take six bytes. */
const MAX_REQUEST_BYTES = 7 * MAX_MESSAGE_BYTES;

const QueueUrl = z.string();
/** The parameters that the emulator stores. Other parameters, such as attributes, are errors. */
const sendMessage = z.strictObject({
  QueueUrl,
  MessageBody: z
    .string()
    .min(1)
    .refine((body) => Buffer.byteLength(body) <= MAX_MESSAGE_BYTES, {
      error: `Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`,
    }),
  DelaySeconds: z.int().min(0).max(900).default(0),
});
const changeVisibility = z.strictObject({
  QueueUrl,
  ReceiptHandle: z.string(),
  VisibilityTimeout: z.int().min(0).max(43_200),
});

/** The messages of each queue. */
const storedQueues = table(queueMessages);

interface SqsOptions {
  /** The folder that keeps the messages between runs. @default in memory */
  dataDir?: string;
  iam: Iam;
  region: string;
}

/**
 * Emulates SendMessage and ChangeMessageVisibility (Amazon SQS API reference). Event source mappings read the queues
 * inside this process.
 */
export async function startSqs({ dataDir, iam, region }: SqsOptions) {
  const { state: stored, save } = openState(dataDir && join(dataDir, 'queues.json'), storedQueues, []);
  const queues = new Map<string, Queue>();
  const { endpoint, close } = await serveAwsJson({
    name: 'The local SQS',
    service: 'sqs',
    iam,
    target: 'AmazonSQS.',
    maxBodyBytes: MAX_REQUEST_BYTES,
    findResource: (body) =>
      createArn('sqs', region, findQueueName(z.object({ QueueUrl }).parse(body).QueueUrl)),
    operations: createOperations(queues),
  });
  return {
    endpoint,
    /** Creates a standard queue with the messages of an earlier run. @returns the URL of the queue. */
    createQueue(name: string, { visibilityTimeoutSeconds, deadLetters }: CreateQueueOptions): string {
      const queue = new Queue({
        visibilityTimeoutMs: visibilityTimeoutSeconds * 1_000,
        deadLetters: deadLetters && {
          maxReceiveCount: deadLetters.maxReceiveCount,
          add: (message) => queues.get(deadLetters.queueName)?.add(message),
        },
        messages: stored.get(name) ?? [],
        onChange(messages) {
          stored.set(name, messages);
          save();
        },
      });
      queues.set(name, queue);
      return `${endpoint}/${LOCAL_ACCOUNT}/${name}`;
    },
    /** @returns undefined if the queue does not exist. */
    findQueue: (name: string) => queues.get(name),
    async close(): Promise<void> {
      for (const queue of queues.values()) queue.close();
      await close();
    },
  };
}

function createOperations(queues: ReadonlyMap<string, Queue>) {
  const findQueue = (url: string): Queue => {
    const queue = queues.get(findQueueName(url));
    if (queue !== undefined) return queue;
    throw new AwsJsonError('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.');
  };
  return {
    SendMessage(body: unknown) {
      const { QueueUrl: url, MessageBody, DelaySeconds } = sendMessage.parse(body);
      const MessageId = findQueue(url).send(MessageBody, DelaySeconds * 1_000);
      return { MessageId, MD5OfMessageBody: md5(MessageBody) };
    },
    ChangeMessageVisibility(body: unknown) {
      const { QueueUrl: url, ReceiptHandle, VisibilityTimeout } = changeVisibility.parse(body);
      if (findQueue(url).changeVisibility(ReceiptHandle, VisibilityTimeout * 1_000)) return {};
      const message = 'The input receipt handle is invalid.';
      throw new AwsJsonError('com.amazonaws.sqs#ReceiptHandleIsInvalid', message);
    },
  };
}

function findQueueName(url: string): string {
  return url.split('/').at(-1) ?? '';
}

/** Computes the checksum that the SDK verifies. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
