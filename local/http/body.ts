import type { Readable } from 'node:stream';

export class TooLargeError extends Error {}

/**
 * Reads the whole body of a request, also if it is too large: the connection would be cut before the client has the answer.
 * @throws TooLargeError when it is longer than `maxBytes`.
 */
export async function readBody(request: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
  }
  if (length > maxBytes) throw new TooLargeError();
  return Buffer.concat(chunks);
}
