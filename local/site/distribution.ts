import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { wildcard } from '../text-pattern.ts';
import type { HttpApi } from '../gateway/http-api.ts';
import type { BucketFiles } from './bucket-files.ts';
import { contentType } from './content-type.ts';
import type { EdgeFunction } from './edge-function.ts';

export type Origin = { kind: 'bucket'; name: string } | { kind: 'api'; api: HttpApi };

export interface Behavior {
  /** `*` for the default one. */
  pathPattern: string;
  origin: Origin;
  viewerRequest: EdgeFunction | undefined;
  /** Headers that its response headers policy sets. */
  headers: Readonly<Record<string, string>>;
}

interface DistributionOptions {
  /** In the order of the template; the default behaviour last. */
  behaviors: Behavior[];
  defaultRootObject: string;
  files: BucketFiles;
}

/** A CloudFront distribution: the first behaviour whose pattern fits answers, from its origin. */
export class Distribution {
  readonly #options: DistributionOptions;

  constructor(options: DistributionOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const behavior = this.#options.behaviors.find(({ pathPattern }) => fits(pathPattern, pathname));
    if (behavior === undefined) {
      response.writeHead(404).end();
      return;
    }
    for (const [name, value] of Object.entries(behavior.headers)) response.setHeader(name, value);
    const { origin, viewerRequest } = behavior;
    if (origin.kind === 'api') await origin.api.handle(request, response);
    else this.#serve(request, response, origin.name, viewerRequest?.rewrite(pathname) ?? pathname);
  }

  #serve(request: IncomingMessage, response: ServerResponse, bucket: string, uri: string): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(403).end();
      return;
    }
    const path = uri === '/' ? this.#options.defaultRootObject : decode(uri.slice(1));
    const file = this.#options.files.find(bucket, path);
    if (file === undefined) {
      // S3 does not tell CloudFront what is missing: it may not list the bucket.
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
      return;
    }
    const etag = `"${createHash('md5').update(file.bytes).digest('hex')}"`;
    response.setHeader('content-type', contentType(path));
    response.setHeader('etag', etag);
    if (file.cacheControl !== undefined) response.setHeader('cache-control', file.cacheControl);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('content-length', file.bytes.length);
    response.end(request.method === 'HEAD' ? undefined : file.bytes);
  }
}

/** CloudFront developer guide, "Path pattern": `*` is any number of characters, `?` exactly one. */
function fits(pattern: string, path: string): boolean {
  const regex = wildcard(pattern.startsWith('/') ? pattern : `/${pattern}`);
  return regex.test(path);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
