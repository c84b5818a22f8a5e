import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
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
  const mapping = {
    queueArn: 'arn:aws:sqs:us-west-2:0:queue',
    functionArn: 'arn:function',
    maxConcurrency: 2,
  };

  /** @param answer of the function, which gets a message. */
  function connect(bodies: string[], answer: (message: { messageId: string; body: string }) => unknown) {
    const queue = new Queue(OPTIONS);
    for (const body of bodies) queue.send(body, 0);
    const invoke = (_arn: string, event: unknown) =>
      Promise.resolve((event as { Records: [{ messageId: string; body: string }] }).Records[0]).then(answer);
    const sources = new EventSources({ invoke }, () => undefined);
    sources.add(mapping, { findQueue: () => queue });
    onTestFinished(() => {
      sources.close();
      queue.close();
    });
    return queue;
  }

  it('invokes the function with each message, and as often at once as its concurrency allows', async () => {
    vi.useFakeTimers();
    const waiting = new Map<string, () => void>();
    connect(['one', 'two', 'three'], ({ body }) => new Promise<void>((end) => waiting.set(body, end)));

    await vi.advanceTimersByTimeAsync(1);

    expect([...waiting.keys()]).toEqual(['one', 'two']);
    waiting.get('one')?.();
    await vi.advanceTimersByTimeAsync(1);
    expect([...waiting.keys()]).toEqual(['one', 'two', 'three']);
  });

  const fail = (...ids: unknown[]) => ({
    batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
  });

  // AWS Lambda developer guide, "Implementing partial batch responses": success and failure conditions.
  it.each<[string, (messageId: string) => unknown, string[]]>([
    ['no failures', () => fail(), []],
    ['nothing', () => null, []],
    ['an empty object', () => ({}), []],
    ['no list', () => ({ batchItemFailures: null }), []],
    ['a failure', (messageId) => fail(messageId), ['one']],
    ['an unknown message', () => fail('unknown'), ['one']],
    ['no id', () => ({ batchItemFailures: [{}] }), ['one']],
    ['a rejection', () => Promise.reject(new Error('failed')), ['one']],
  ])('whose function answers %s', async (_, answer, left) => {
    vi.useFakeTimers();
    const queue = connect(['one'], ({ messageId }) => answer(messageId));

    await vi.advanceTimersByTimeAsync(1);

    expect(queue.list().map(({ body }) => body)).toEqual(left);
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
