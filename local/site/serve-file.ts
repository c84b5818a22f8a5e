import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
  const encoding = compress ? chooseEncoding(request.headers, type, bytes) : undefined;
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  response.setHeader('content-type', type);
  // The bytes of a compressed object differ, so its ETag is weak.
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
// does not specify the levels; these are common for compression on demand.
const MIN_COMPRESSED_BYTES = 1_000;
const MAX_COMPRESSED_BYTES = 10_000_000;
const BROTLI_LEVEL = 5;
const GZIP_LEVEL = 6;
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
const deflate = promisify(gzip);
const ENCODERS = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: (bytes: Buffer) => deflate(bytes, { level: GZIP_LEVEL }),
};
type Encoding = keyof typeof ENCODERS;

const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/** CloudFront prefers Brotli to gzip. */
function chooseEncoding(headers: IncomingHttpHeaders, type: string, bytes: Buffer): Encoding | undefined {
  const [mediaType = ''] = type.split(';');
  if (!COMPRESSED_TYPES.has(mediaType)) return undefined;
  if (bytes.length < MIN_COMPRESSED_BYTES || bytes.length > MAX_COMPRESSED_BYTES) return undefined;
  const accepted = (headers['accept-encoding'] ?? '')
    .split(',')
    .map((encoding) => encoding.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** Compresses each object once, like a cache. */
function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const encoded = compressed.get(bytes) ?? {};
  compressed.set(bytes, encoded);
  return (encoded[encoding] ??= ENCODERS[encoding](bytes));
}
