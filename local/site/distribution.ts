import type { IncomingMessage, ServerResponse } from 'node:http';
import { createWildcard } from '../wildcard.ts';
import type { HttpApi } from '../gateway/http-api.ts';
import type { SiteFile } from './bucket-files.ts';
import type { EdgeFunction } from './edge-function.ts';
import { serveFile } from './serve-file.ts';
import { isSignedUrl, type TrustedKeys } from './signed-url.ts';

export type Origin = { kind: 'bucket'; name: string } | { kind: 'api'; api: HttpApi };

export interface Behavior {
  /** `*` for the default one. */
  pathPattern: string;
  origin: Origin;
  viewerRequest: EdgeFunction | undefined;
  /** Only URLs that one of these keys signed are answered. @default any URL */
  trustedKeys?: TrustedKeys;
  /** Whether CloudFront compresses for viewers that accept it. */
  compress: boolean;
  /** The headers of its response headers policy. */
  headers: Readonly<Record<string, string>>;
}

interface DistributionOptions {
  /** In the order of the template, with the default behavior last. */
  behaviors: Behavior[];
  defaultRootObject: string;
  findFile: (bucket: string, path: string) => Promise<SiteFile | undefined>;
}

/** A CloudFront distribution: the first behavior whose pattern matches the path answers from its origin. */
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
    const uri = viewerRequest?.rewrite(pathname, searchParams) ?? pathname;
    const path = uri === '/' ? this.#options.defaultRootObject : decode(uri.slice(1));
    const file = await this.#options.findFile(bucket, path);
    // S3 answers 403 instead of 404 because CloudFront may not list the bucket.
    if (file === undefined) refuse(response);
    else await serveFile(request, response, { path, file, compress });
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'application/xml' });
  response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
}

/** CloudFront developer guide, "Path pattern": `*` is any number of characters, `?` exactly one. */
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
