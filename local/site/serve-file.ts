import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { SiteFile } from './bucket-files.ts';

interface Served {
  path: string;
  file: SiteFile;
  /** Whether the behavior compresses for viewers that accept it. */
  compress: boolean;
}

/** Sends a file like CloudFront: compressed if the viewer accepts it, and 304 if the viewer has it. */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, file: { bytes, cacheControl }, compress }: Served,
): Promise<void> {
  const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const isCompressed = compress && canCompress(request.headers, type, bytes);
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  response.setHeader('content-type', type);
  // The bytes of a compressed object differ, so its ETag is weak.
  response.setHeader('etag', isCompressed ? `W/${etag}` : etag);
  if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
  if (compress) response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) {
    response.writeHead(304).end();
    return;
  }
  if (isCompressed) response.setHeader('content-encoding', 'br');
  const body = isCompressed ? await compressOnce(bytes) : bytes;
  response.setHeader('content-length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The types that the CDK's bucket deployment sets on S3 objects. */
const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

// CloudFront developer guide, "Serve compressed files": the sizes, and the types among those of this site. The guide
// does not specify the level; this one is common for compression on demand.
const MIN_COMPRESSED_BYTES = 1_000;
const MAX_COMPRESSED_BYTES = 10_000_000;
const BROTLI_LEVEL = 5;
const COMPRESSED_TYPES = new Set([
  'application/json',
  'application/xml',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/plain',
]);

const brotli = promisify(brotliCompress);
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

/** CloudFront prefers Brotli to gzip, and every browser that the site supports accepts it. */
function canCompress(headers: IncomingHttpHeaders, type: string, { length }: Buffer): boolean {
  const [mediaType = ''] = type.split(';');
  const accepted = (headers['accept-encoding'] ?? '').split(/[,;]/).map((encoding) => encoding.trim());
  const hasSize = length >= MIN_COMPRESSED_BYTES && length <= MAX_COMPRESSED_BYTES;
  return COMPRESSED_TYPES.has(mediaType) && hasSize && accepted.includes('br');
}

/** Compresses each object once, like a cache. */
function compressOnce(bytes: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL };
  const body = compressed.get(bytes) ?? brotli(bytes, { params });
  compressed.set(bytes, body);
  return body;
}
