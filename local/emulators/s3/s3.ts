import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Iam } from '../../iam/iam.ts';
import { serve } from '../serve.ts';
import { authenticate } from './authenticate.ts';
import { readBody } from './body.ts';
import { answerPreflight, type CorsRule, corsHeaders } from './cors.ts';
import { S3Error, toS3Error } from './errors.ts';
import { DiskStore, MemoryStore } from './object-store.ts';
import { type Bucket, findOperation, type S3Response } from './operations.ts';
import { parseRequest, type S3Request } from './request.ts';
import { buildXml } from './xml.ts';

interface S3Options {
  /** @default 0, any free port */
  port?: number;
  /** Stores objects on disk. @default in memory */
  dataDir?: string;
  /** The region of the buckets, for which requests must be signed. */
  region: string;
  /** @default accepts the administrator only */
  iam?: Iam;
  /** Epoch milliseconds, for tests of expiry. @default Date.now */
  now?: () => number;
}

export interface S3Emulator {
  /** Serves `{endpoint}/{bucket}/{key}`: SDKs use path-style addresses for an IP address by default. */
  endpoint: string;
  /** Creates a bucket, or replaces the CORS rules of an existing one and keeps its objects. */
  createBucket(name: string, options?: { cors?: CorsRule[] }): void;
  close(): Promise<void>;
}

/** Emulates the operations of Amazon S3 that the product and its tests use. */
export async function startS3({
  port = 0,
  dataDir,
  region,
  iam = new Iam(),
  now = Date.now,
}: S3Options): Promise<S3Emulator> {
  const buckets = new Map<string, Bucket>();
  const server = await serve('the S3 emulator', port, (incoming, outgoing) =>
    handle(incoming, outgoing, { buckets, region, iam, now: now() }),
  );
  return {
    ...server,
    createBucket(name, { cors = [] } = {}) {
      assertBucketName(name);
      const store =
        buckets.get(name)?.store ??
        (dataDir === undefined ? new MemoryStore() : new DiskStore(join(dataDir, name)));
      buckets.set(name, { name, cors, store });
    },
  };
}

interface Context {
  buckets: ReadonlyMap<string, Bucket>;
  region: string;
  iam: Iam;
  now: number;
}

async function handle(incoming: IncomingMessage, outgoing: ServerResponse, context: Context): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  outgoing.setHeader('x-amz-request-id', requestId);
  try {
    const request = parseRequest(incoming);
    const bucket = context.buckets.get(request.bucket);
    // Errors have CORS headers, too: without them, a browser cannot read the error.
    const cors = corsHeaders(bucket?.cors ?? [], request);
    for (const [name, value] of Object.entries(cors)) outgoing.setHeader(name, value);
    send(outgoing, await answer(request, bucket, context));
  } catch (thrown) {
    const { status, code, message, details } = toS3Error(thrown);
    const content = { Code: code, Message: message, ...details, RequestId: requestId };
    send(outgoing, {
      status,
      headers: { 'content-type': 'application/xml' },
      body: buildXml('Error', content),
    });
  }
}

/** Authenticates first, so that an unauthenticated client cannot find out which buckets exist. */
async function answer(
  request: S3Request,
  bucket: Bucket | undefined,
  { region, iam, now }: Context,
): Promise<S3Response> {
  if (request.method === 'OPTIONS') {
    return { status: 200, headers: answerPreflight(bucket?.cors ?? [], request) };
  }
  const { principal, payloadHash } = await authenticate(request, { iam, now, region });
  const { run, permissions } = findOperation(request);
  if (bucket === undefined) {
    const details = { BucketName: request.bucket };
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', details);
  }
  iam.authorize(principal, permissions(request));
  const body = await readBody(request, payloadHash);
  return run({ request, bucket, body, now, isAllowed: (permission) => iam.isAllowed(principal, permission) });
}

function send(outgoing: ServerResponse, { status, headers = {}, body }: S3Response): void {
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  // Node omits the body of a response to HEAD, and its length unless it is set explicitly.
  if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
  outgoing.end(body);
}

/** "Bucket naming rules" of the Amazon S3 User Guide. They also make a name safe as a directory name. */
function assertBucketName(name: string): void {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || name.includes('..')) {
    throw new Error(
      `"${name}" is not a valid bucket name: 3 to 63 lower-case letters, digits, dots and hyphens.`,
    );
  }
}
