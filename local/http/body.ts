import type { IncomingMessage } from 'node:http';

export class TooLargeError extends Error {}

/**
 * Reads the whole body of a request.
 * @throws TooLargeError when it is longer than `maxBytes`.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
