import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { Queue, type QueueMessage } from '../../local/emulators/sqs/queue.ts';
import { startSqs, type SqsEmulator } from '../../local/emulators/sqs/sqs.ts';
import { EventSources } from '../../local/event-sources.ts';
import { Iam } from '../../local/iam/iam.ts';

afterEach(() => {
  vi.useRealTimers();
});

const OPTIONS = { visibilityTimeoutMs: 30_000, messages: [], onChange: () => undefined };

describe('a queue of the SQS emulator', () => {
  it('delivers a delayed message although the timer is a millisecond early', () => {
    vi.useFakeTimers({ now: 0 });
    const queue = new Queue(OPTIONS);
    const received: string[] = [];
    queue.listen(() => {
      const message = queue.receive();
      if (message === undefined) return;
      received.push(message.body);
      queue.delete(message.receiptHandle);
    });
    queue.send('a message', 1_000);

    vi.setSystemTime(-1);
    vi.advanceTimersByTime(1_000);
    expect(received).toEqual([]);

    vi.advanceTimersByTime(1);
    expect(received).toEqual(['a message']);
  });

  it('moves a message after its last delivery to the dead letters, which count on', () => {
    const dead: QueueMessage[] = [];
    const deadLetters = { maxReceiveCount: 2, add: (message: QueueMessage) => dead.push(message) };
    const queue = new Queue({ ...OPTIONS, visibilityTimeoutMs: 0, deadLetters });
    queue.send('a message', 0);

    expect([queue.receive()?.receiveCount, queue.receive()?.receiveCount]).toEqual([1, 2]);
    expect(dead).toEqual([]);
    expect(queue.receive()).toBeUndefined();
    expect(dead).toMatchObject([{ body: 'a message', receiveCount: 2 }]);
  });

  it('deletes a message only by the receipt handle of its last delivery', () => {
    const queue = new Queue({ ...OPTIONS, visibilityTimeoutMs: 0 });
    queue.send('a message', 0);
    const [first, last] = [queue.receive(), queue.receive()];

    queue.delete(first?.receiptHandle ?? '');
    expect(queue.list()).toEqual([last]);
    queue.delete(last?.receiptHandle ?? '');
    expect(queue.list()).toEqual([]);
  });

  it('ignores an empty receipt handle, which no message has', () => {
    const queue = new Queue(OPTIONS);
    queue.send('a message', 0);

    queue.delete('');
    expect(queue.changeVisibility('', 1_000)).toBe(false);
    expect(queue.receive()?.body).toBe('a message');
  });
});

describe('an event source mapping', () => {
  const [QUEUE, FUNCTION] = ['arn:aws:sqs:us-west-2:0:queue', 'arn:function'];

  /** The messages that are left after the function answered. @param answer gets the id of the first message. */
  async function deliver(answer: (messageId: string) => unknown): Promise<number> {
    let sources: EventSources | undefined;
    const queue = new Queue(OPTIONS);
    queue.send('one', 0);
    queue.send('two', 0);
    await new Promise<void>((resolve) => {
      const invoke = (_arn: string, event: unknown) => {
        resolve();
        return Promise.resolve(answer((event as { Records: [{ messageId: string }] }).Records[0].messageId));
      };
      sources = new EventSources({ invoke }, () => undefined);
      const mapping = { queueArn: QUEUE, functionArn: FUNCTION, batchSize: 2, maxConcurrency: 1 };
      sources.add({ ...mapping, reportsFailures: true }, { findQueue: () => queue });
    });
    await setImmediate();
    sources?.close();
    queue.close();
    return queue.list().length;
  }

  it('invokes the function with at most as many messages as a batch has, and as often as its concurrency allows', async () => {
    vi.useFakeTimers();
    const queue = new Queue(OPTIONS);
    for (const body of ['one', 'two', 'three', 'four', 'five']) queue.send(body, 0);
    const batches: string[][] = [];
    const invoke = (_arn: string, event: unknown) => {
      batches.push((event as { Records: { body: string }[] }).Records.map(({ body }) => body));
      return Promise.resolve(null);
    };
    const mapping = { queueArn: QUEUE, functionArn: FUNCTION, batchSize: 2, maxConcurrency: 2 };
    const sources = new EventSources({ invoke }, () => undefined);
    sources.add({ ...mapping, reportsFailures: true }, { findQueue: () => queue });

    vi.advanceTimersByTime(1);

    const atOnce = [
      ['one', 'two'],
      ['three', 'four'],
    ];
    expect(batches).toEqual(atOnce);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([...atOnce, ['five']]);
    sources.close();
    queue.close();
  });

  const fail = (...ids: unknown[]) => ({
    batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
  });

  // AWS Lambda developer guide, "Implementing partial batch responses": success and failure conditions.
  it.each<[string, (messageId: string) => unknown, number]>([
    ['no failures', () => fail(), 0],
    ['nothing', () => null, 0],
    ['an empty object', () => ({}), 0],
    ['no list', () => ({ batchItemFailures: null }), 0],
    ['one failure', (messageId) => fail(messageId), 1],
    ['an unknown message', () => fail('unknown'), 2],
    ['an empty id', () => fail(''), 2],
    ['no id', () => ({ batchItemFailures: [{}] }), 2],
    ['a rejection', () => Promise.reject(new Error('failed')), 2],
  ])('whose function answers %s', async (_, answer, left) => {
    expect(await deliver(answer)).toBe(left);
  });
});

describe('the SQS API', () => {
  let emulator: SqsEmulator;
  let client: SQSClient;
  let QueueUrl: string;
  beforeAll(async () => {
    emulator = await startSqs({ iam: new Iam(), region: 'us-west-2' });
    QueueUrl = emulator.createQueue('queue', { visibilityTimeoutSeconds: 30 });
    const { endpoint } = emulator;
    client = new SQSClient({ endpoint, region: 'us-west-2', credentials: LOCAL_CREDENTIALS, maxAttempts: 1 });
  });
  afterAll(async () => {
    client.destroy();
    await emulator.close();
  });

  it('accepts a message of 1 MiB, whose JSON is longer', async () => {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: '"'.repeat(2 ** 20) }));

    expect(emulator.findQueue('queue')?.receive()?.body).toHaveLength(2 ** 20);
  });

  it.each([
    ['a longer message', { MessageBody: 'é'.repeat(2 ** 19 + 1) }, 'InvalidParameterValueException'],
    ['a request that is not read', { MessageBody: 'x'.repeat(2 ** 23) }, 'RequestEntityTooLargeException'],
    [
      'attributes, which are not implemented',
      { MessageBody: 'x', MessageAttributes: { name: { DataType: 'String', StringValue: 'x' } } },
      'InvalidParameterValueException',
    ],
  ])('refuses %s', async (_, message, name) => {
    await expect(client.send(new SendMessageCommand({ QueueUrl, ...message }))).rejects.toMatchObject({
      name,
    });
  });

  it('refuses an empty receipt handle', async () => {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'not delivered' }));
    const change = { QueueUrl, ReceiptHandle: '', VisibilityTimeout: 10 };

    await expect(client.send(new ChangeMessageVisibilityCommand(change))).rejects.toThrow(
      'The input receipt handle is invalid.',
    );
  });
});
