import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http';
import { createWildcard } from '../iam/policy.ts';
import type { HttpApi } from '../gateway/http-api.ts';
import type { SiteFile } from './bucket-files.ts';
import { isSignedUrl, type TrustedKeys } from './signed-url.ts';
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { createContext, runInContext, Script, type Context } from 'node:vm';
import { z } from 'zod';

export type Origin = { kind: 'bucket'; name: string } | { kind: 'api'; api: HttpApi };

export interface Behavior {
  /** The path pattern. `*` is the pattern of the default behavior. */
  pathPattern: string;
  origin: Origin;
  viewerRequest: EdgeFunction | undefined;
  /** The keys that sign URLs. Only a URL with a signature of these keys is answered. @default any URL */
  trustedKeys?: TrustedKeys;
  /** True if CloudFront compresses for viewers that accept compression. */
  compress: boolean;
  /** The headers of the behavior's response headers policy. */
  headers: Readonly<Record<string, string>>;
}

interface DistributionOptions {
  /** The behaviors in the order of the template. The default behavior is last. */
  behaviors: Behavior[];
  defaultRootObject: string;
  findFile: (bucket: string, path: string) => Promise<SiteFile | undefined>;
}

/** Emulates a CloudFront distribution. The first behavior whose pattern matches the path answers from its origin. */
export class Distribution {
  readonly #options: DistributionOptions;

  constructor(options: DistributionOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const behavior = this.#options.behaviors.find(({ pathPattern }) => matchesPath(pathPattern, pathname));
    if (behavior === undefined) {
      response.writeHead(404).end();
      return;
    }
    for (const [name, value] of Object.entries(behavior.headers)) response.setHeader(name, value);
    if (behavior.origin.kind === 'api') await behavior.origin.api.handle(request, response);
    else await this.#serve(request, response, behavior, behavior.origin.name);
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { compress, trustedKeys, viewerRequest }: Behavior,
    bucket: string,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(403).end();
      return;
    }
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    if (trustedKeys !== undefined && !isSignedUrl(url.href, trustedKeys)) {
      refuse(response);
      return;
    }
    const { pathname, searchParams } = url;
    const result = viewerRequest?.run(pathname, searchParams) ?? { uri: pathname };
    if ('statusCode' in result) {
      response.writeHead(result.statusCode).end();
      return;
    }
    const path = result.uri === '/' ? this.#options.defaultRootObject : decode(result.uri.slice(1));
    const file = await this.#options.findFile(bucket, path);
    // S3 answers 403 instead of 404, because CloudFront may not list the bucket.
    if (file === undefined) refuse(response);
    else await serveFile(request, response, { path, file, compress });
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/xml' });
  response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
}

/** Matches a path (CloudFront developer guide, "Path pattern"): `*` is any number of characters, `?` is exactly one character. */
function matchesPath(pattern: string, path: string): boolean {
  const regex = createWildcard(pattern.startsWith('/') ? pattern : `/${pattern}`);
  return regex.test(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

interface Served {
  path: string;
  file: SiteFile;
  /** True if the behavior compresses for viewers that accept compression. */
  compress: boolean;
}

/** Sends a file as CloudFront does: compressed if the viewer accepts compression, and 304 if the viewer already has the file. */
async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, file: { bytes, cacheControl }, compress }: Served,
): Promise<void> {
  const type = CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
  const isCompressed = compress && canCompress(request.headers, type, bytes);
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  response.setHeader('content-type', type);
  // A compressed object has other bytes, so its ETag is weak.
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

/** The content types that the CDK's bucket deployment sets on S3 objects. */
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

// The sizes and the types come from the CloudFront developer guide, "Serve compressed files". The list has only the types that this site
// has. The guide does not specify the level; this level is common for compression on demand.
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

/**
 * Returns true if CloudFront compresses the file with Brotli. CloudFront prefers Brotli to gzip, and every browser that the site supports
 * accepts Brotli.
 */
function canCompress(headers: IncomingHttpHeaders, type: string, { length }: Buffer): boolean {
  const [mediaType = ''] = type.split(';');
  const accepted = (headers['accept-encoding'] ?? '').split(/[,;]/).map((encoding) => encoding.trim());
  const hasSize = length >= MIN_COMPRESSED_BYTES && length <= MAX_COMPRESSED_BYTES;
  return COMPRESSED_TYPES.has(mediaType) && hasSize && accepted.includes('br');
}

/** Compresses each object only once, like a cache. */
function compressOnce(bytes: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL };
  const body = compressed.get(bytes) ?? brotli(bytes, { params });
  compressed.set(bytes, body);
  return body;
}

/** The result of a function: the request for the origin, or a response. */
const edgeResult = z.union([z.object({ statusCode: z.int() }), z.object({ uri: z.string() })]);

/** The time limit that ends an endless loop. It is far above CloudFront's limit, because the machine can be busy. */
const TIMEOUT_MS = 5_000;

type EdgeResult = z.output<typeof edgeResult>;

/** The most results that a function keeps. */
const MAX_RESULTS = 1_000;

/**
 * Runs a CloudFront Function on the viewer request, from its source in the template. The function gets nothing but the path and the query,
 * so that each result is kept: Node starts a thread for each time limit, for which a request waits on a busy machine.
 */
export class EdgeFunction {
  readonly #results = new Map<string, EdgeResult>();
  /** The global scope of all requests. A shared scope saves most of the time, because creating a scope is slow. */
  readonly #globals: Context = createContext({ event: undefined });
  readonly #call = new Script('handler(event)');

  constructor(code: string) {
    runInContext(code, this.#globals);
  }

  /**
   * Runs the function.
   * @returns the path to request from the origin, or the status that the function answers.
   * @throws the error of the function, or a zod error if the function returns neither a path nor a status.
   */
  run(uri: string, search: URLSearchParams): EdgeResult {
    const key = `${uri}?${search.toString()}`;
    const result = this.#results.get(key) ?? this.#run(uri, search);
    if (this.#results.size < MAX_RESULTS) this.#results.set(key, result);
    return result;
  }

  #run(uri: string, search: URLSearchParams): EdgeResult {
    const querystring = Object.fromEntries([...search].map(([name, value]) => [name, { value }]));
    const event = { request: { method: 'GET', uri, querystring, headers: {}, cookies: {} } };
    this.#globals['event'] = event;
    const result: unknown = this.#call.runInContext(this.#globals, { timeout: TIMEOUT_MS });
    return edgeResult.parse(result);
  }
}
