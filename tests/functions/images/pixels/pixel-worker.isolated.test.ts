import { once } from 'node:events';
import { MessageChannel, parentPort } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import type { PixelRequest } from '../../../../functions/images/pixels/pixel-worker.ts';
import '../../../../functions/images/pixels/pixel-worker.ts';

vi.mock('node:worker_threads', async (importOriginal) => {
  const { EventEmitter } = await import('node:events');
  return { ...(await importOriginal<object>()), parentPort: new EventEmitter() };
});

/** Sends the worker an image that it cannot decode. @returns both ends of the channel of the reply. */
function sendRequest(isCanceled: boolean) {
  const { port1, port2 } = new MessageChannel();
  const canceled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(
    Number(isCanceled),
  );
  const task = { kind: 'preview', png: new Uint8Array(8) } as const;
  parentPort?.emit('message', { task, canceled, port: port2 } satisfies PixelRequest);
  return { port1, port2 };
}

it('The thread of the pixels skips a request whose caller has given up while it waited', async () => {
  const canceled = sendRequest(true);
  const waiting = sendRequest(false);

  expect(await once(waiting.port1, 'message')).toEqual([{ error: expect.any(String) as string }]);
  canceled.port2.postMessage('the end');
  expect(await once(canceled.port1, 'message')).toEqual(['the end']);
  for (const { port1 } of [canceled, waiting]) port1.close();
});
