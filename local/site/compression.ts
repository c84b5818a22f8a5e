import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// CloudFront developer guide, "Serve compressed files". It does not say how hard it compresses; these are the levels
// at which servers commonly compress while the browser waits.
const BROTLI_LEVEL = 5;
const GZIP_LEVEL = 6;
const SMALLEST = 1_000;
const LARGEST = 10_000_000;
/** Of the types that the guide lists, those that a site of ours has. A manifest is not among them. */
const TYPES = new Set([
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
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => deflate(bytes, { level: GZIP_LEVEL }),
};
type Encoding = keyof typeof ENCODERS;

const done = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/** How CloudFront would encode an object for this viewer; undefined: as it is. Brotli goes before gzip. */
export function encodingFor(
  headers: IncomingHttpHeaders,
  { type, bytes }: { type: string; bytes: Buffer },
): Encoding | undefined {
  const [mediaType = ''] = type.split(';');
  if (!TYPES.has(mediaType) || bytes.length < SMALLEST || bytes.length > LARGEST) return undefined;
  const accepted = (headers['accept-encoding'] ?? '')
    .split(',')
    .map((encoding) => encoding.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** Compresses each object once, as a cache would keep it. */
export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const encoded = done.get(bytes) ?? {};
  done.set(bytes, encoded);
  return (encoded[encoding] ??= ENCODERS[encoding](bytes));
}
