import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteFile } from './bucket-files.ts';
import { encode, encodingFor } from './compression.ts';
import { contentType } from './content-type.ts';

interface Served {
  path: string;
  file: SiteFile;
  /** Whether the behaviour compresses what the viewer takes compressed. */
  compress: boolean;
}

/** Answers with a file as CloudFront does: compressed for who takes it so, and not at all to who has it already. */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, file: { bytes, cacheControl }, compress }: Served,
): Promise<void> {
  const type = contentType(path);
  const encoding = compress ? encodingFor(request.headers, { type, bytes }) : undefined;
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  response.setHeader('content-type', type);
  // A compressed object is the same in meaning only.
  response.setHeader('etag', encoding === undefined ? etag : `W/${etag}`);
  if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
  if (compress) response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) {
    response.writeHead(304).end();
    return;
  }
  if (encoding !== undefined) response.setHeader('content-encoding', encoding);
  const body = encoding === undefined ? bytes : await encode(bytes, encoding);
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
