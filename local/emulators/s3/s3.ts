import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listen, stop } from '../serve.ts';
import { authenticate } from './authenticate.ts';
import { readBody } from './body.ts';
import { assertCorsRules, corsHeaders, preflight } from './cors.ts';
import type { CorsRule } from './cors.ts';
import { DiskStore } from './disk-store.ts';
import { asS3Error, S3Error } from './errors.ts';
import type { Bucket, S3Response } from './operation.ts';
import { parseRequest } from './request.ts';
import type { S3Request } from './request.ts';
import { operationFor } from './routes.ts';
import { MemoryStore } from './store.ts';
import { errorDocument } from './xml.ts';

export type { CorsRule } from './cors.ts';

interface S3Options {
  /** @default 0, any free one */
  port?: number;
  /** Where objects outlive the process. @default memory */
  dataDir?: string;
  /** Epoch milliseconds, for tests of what expires. @default Date.now */
  now?: () => number;
}

export interface S3Emulator {
  /** Serves buckets by path, `{endpoint}/{bucket}/{key}`, which is how SDKs address a bare IP by themselves. */
  endpoint: string;
  /** Makes a bucket, or gives one that is there new CORS rules. Its objects stay. */
  createBucket(name: string, options?: { cors?: CorsRule[] }): void;
  close(): Promise<void>;
}

/** Starts the part of Amazon S3 that an application's objects need, for the one local identity. */
export async function startS3({ port = 0, dataDir, now = Date.now }: S3Options = {}): Promise<S3Emulator> {
  const buckets = new Map<string, Bucket>();
  const server = createServer((incoming, outgoing) => void serve(buckets, now(), incoming, outgoing));
  const { endpoint } = await listen(server, port, 'the S3 emulator');
  return {
    endpoint,
    createBucket(name, { cors = [] } = {}) {
      assertBucketName(name);
      assertCorsRules(cors);
      const store =
        buckets.get(name)?.store ??
        (dataDir === undefined ? new MemoryStore() : new DiskStore(join(dataDir, name)));
      buckets.set(name, { name, cors, store });
    },
    close: () => stop(server),
  };
}

async function serve(
  buckets: ReadonlyMap<string, Bucket>,
  now: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  outgoing.setHeader('x-amz-request-id', requestId);
  try {
    const request = parseRequest(incoming);
    const bucket = buckets.get(request.bucket);
    // Set ahead of the answer: a browser may read an error only where the bucket's rules let it.
    const cors = corsHeaders(bucket?.cors ?? [], request);
    for (const [name, value] of Object.entries(cors)) outgoing.setHeader(name, value);
    send(outgoing, await answer(request, bucket, now));
  } catch (thrown) {
    const error = asS3Error(thrown);
    const headers = { 'content-type': 'application/xml' };
    send(outgoing, { status: error.status, headers, body: errorDocument(error, requestId) });
  }
}

/** Who asks comes before what is asked, so that a stranger learns nothing, not even which buckets exist. */
async function answer(request: S3Request, bucket: Bucket | undefined, now: number): Promise<S3Response> {
  if (request.method === 'OPTIONS') {
    return { status: 200, headers: preflight(bucket?.cors ?? [], request) };
  }
  const payloadHash = authenticate(request, now);
  const operation = operationFor(request);
  if (bucket === undefined) {
    const details = { BucketName: request.bucket };
    throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', details);
  }
  const body = await readBody(request, payloadHash);
  return operation({ request, bucket, body, now });
}

function send(outgoing: ServerResponse, { status, headers = {}, body }: S3Response): void {
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  // Said explicitly for HEAD: there Node leaves the body out by itself, but would leave its length out too.
  if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
  outgoing.end(body);
}

/** "Bucket naming rules" of the Amazon S3 User Guide. They also make a name safe as that of a directory. */
function assertBucketName(name: string): void {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || name.includes('..')) {
    throw new Error(
      `"${name}" is not a valid bucket name: 3 to 63 lower-case letters, digits, dots and hyphens.`,
    );
  }
}
