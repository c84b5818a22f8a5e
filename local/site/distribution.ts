import type { IncomingMessage, ServerResponse } from 'node:http';
import { wildcard } from '../text-pattern.ts';
import type { HttpApi } from '../gateway/http-api.ts';
import type { BucketFiles } from './bucket-files.ts';
import type { EdgeFunction } from './edge-function.ts';
import { serveFile } from './serve-file.ts';

export type Origin = { kind: 'bucket'; name: string } | { kind: 'api'; api: HttpApi };

export interface Behavior {
  /** `*` for the default one. */
  pathPattern: string;
  origin: Origin;
  viewerRequest: EdgeFunction | undefined;
  /** Whether CloudFront compresses what the viewer takes compressed. */
  compress: boolean;
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
    if (behavior.origin.kind === 'api') await behavior.origin.api.handle(request, response);
    else await this.#serve(request, response, behavior, behavior.origin.name);
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { compress, viewerRequest }: Behavior,
    bucket: string,
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(403).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const uri = viewerRequest?.rewrite(pathname, searchParams) ?? pathname;
    const path = uri === '/' ? this.#options.defaultRootObject : decode(uri.slice(1));
    const file = this.#options.files.find(bucket, path);
    if (file === undefined) {
      // S3 does not tell CloudFront what is missing: it may not list the bucket.
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
      return;
    }
    await serveFile(request, response, { path, file, compress });
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
