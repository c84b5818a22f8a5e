import { afterEach, describe, expect, it, vi } from 'vitest';
import { Queue } from '../../local/emulators/sqs/queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('a queue of the SQS emulator', () => {
  it('delivers a delayed message although the timer is a millisecond early', () => {
    vi.useFakeTimers({ now: 0 });
    const queue = new Queue({ visibilityTimeoutMs: 30_000, messages: [], onChange: () => undefined });
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
});
