import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Caller, Iam } from '../../iam/iam.ts';
import { isPresigned } from '../../iam/signature.ts';
import type { SiteFile } from '../../site/bucket-files.ts';
import { serve } from '../serve.ts';
import type { BucketOptions, CorsRule } from './bucket-creator.ts';
import {
  buildXml,
  invalidArgument,
  parseRequest,
  readPayload,
  S3Error,
  type S3Request,
  toS3Error,
} from './protocol.ts';
import { ObjectStore } from './object-store.ts';
import { type Bucket, findOperation, type S3Response } from './operations.ts';

interface S3Options {
  /** The directory of the objects. @default in memory */
  dataDir?: string;
  /** The region of the buckets. Requests must be signed for this region. */
  region: string;
  /** @default accepts the administrator only */
  iam?: Iam;
  /** Returns the time in epoch milliseconds, for tests of expiry. @default Date.now */
  now?: () => number;
}

export interface S3Emulator {
  /** The endpoint serves `{endpoint}/{bucket}/{key}`. SDKs use path-style addresses for an IP address by default. */
  endpoint: string;
  /** Creates a bucket. If the bucket exists, replaces its options and keeps its objects. */
  createBucket(name: string, options?: BucketOptions): void;
  /** Reads an object as CloudFront does. @returns undefined if the object does not exist. */
  readObject(bucket: string, key: string): Promise<SiteFile | undefined>;
  close(): Promise<void>;
}

/** Emulates the operations of Amazon S3 that the product and its tests use. */
export async function startS3({
  dataDir,
  region,
  iam = new Iam(),
  now = Date.now,
}: S3Options): Promise<S3Emulator> {
  const buckets = new Map<string, Bucket>();
  const server = await serve('the S3 emulator', 0, (incoming, outgoing) =>
    handle(incoming, outgoing, { buckets, region, iam, now: now() }),
  );
  return {
    ...server,
    createBucket(name, { cors, isVersioned = false } = {}) {
      const directory = dataDir && join(dataDir, name);
      const store = buckets.get(name)?.store ?? new ObjectStore({ directory, isVersioned });
      buckets.set(name, { name, cors, store });
    },
    readObject(bucket, key) {
      const object = buckets.get(bucket)?.store.read(key);
      const file = object && { bytes: object.body, cacheControl: object.record.headers['cache-control'] };
      return Promise.resolve(file);
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
    // Errors also have CORS headers, because a browser could not read an error without these headers.
    const cors = corsHeaders(bucket?.cors, request);
    for (const [name, value] of Object.entries(cors)) outgoing.setHeader(name, value);
    send(outgoing, await answer(request, bucket, context));
  } catch (thrown) {
    const { status, code, message } = toS3Error(thrown);
    const body = buildXml('Error', { Code: code, Message: message, RequestId: requestId });
    send(outgoing, { status, headers: { 'content-type': 'application/xml' }, body });
  }
}

/** Answers a request. Authenticates first, so that an unauthenticated client cannot find out which buckets exist. */
async function answer(
  request: S3Request,
  bucket: Bucket | undefined,
  { region, iam, now }: Context,
): Promise<S3Response> {
  if (request.method === 'OPTIONS') {
    return { status: 200, headers: answerPreflight(bucket?.cors, request) };
  }
  const { principal, payloadHash } = await authenticate(request, { iam, now, region });
  const { run, permissions } = findOperation(request);
  if (bucket === undefined) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
  iam.authorize(principal, permissions(request));
  const body = await readPayload(request, payloadHash);
  return run({ request, bucket, body, now, isAllowed: (permission) => iam.isAllowed(principal, permission) });
}

/**
 * Answers a preflight request, which browsers do not sign (Amazon S3 User Guide, "How does Amazon S3 evaluate the CORS configuration on a
 * bucket?").
 * @returns the headers of the response with status 200.
 * @throws S3Error AccessForbidden if the rule does not allow the method.
 */
function answerPreflight(rule: CorsRule | undefined, { headers }: S3Request): Record<string, string> {
  const method = headers.get('access-control-request-method') ?? '';
  if (rule?.methods.includes(method) !== true) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  const requested = headers.get('access-control-request-headers') ?? '';
  return { ...describeRule(rule), 'access-control-allow-headers': requested };
}

/** Returns the headers that the rule adds to a response. Returns no headers if the rule does not name the method. */
function corsHeaders(rule: CorsRule | undefined, { headers, method }: S3Request): Record<string, string> {
  return headers.has('origin') && rule?.methods.includes(method) === true ? describeRule(rule) : {};
}

const describeRule = ({ methods, maxAgeSeconds }: CorsRule) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods.join(', '),
  'access-control-max-age': String(maxAgeSeconds),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

/**
 * Finds the principal that signed a request, in a header or in the query.
 * @throws IamError; S3Error if the request is signed in both places.
 */
function authenticate(request: S3Request, { iam, ...options }: Omit<Context, 'buckets'>): Promise<Caller> {
  const inQuery = isPresigned(request);
  if (inQuery && request.headers.has('authorization')) {
    throw invalidArgument('Only one auth mechanism allowed: the query or the Authorization header.');
  }
  const payloadHash = request.amz.get('x-amz-content-sha256') ?? (inQuery ? 'UNSIGNED-PAYLOAD' : undefined);
  return iam.authenticate({ ...request, payloadHash }, { service: 's3', ...options });
}

function send(outgoing: ServerResponse, { status, headers = {}, body }: S3Response): void {
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.end(body);
}
