import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { startS3, type S3Emulator } from '../../local/emulators/s3/s3.ts';
import { canonicalRequest, sha256, sign, stringToSign } from '../../local/emulators/s3/signature.ts';

/** The real SDK, set up as the application does: no `forcePathStyle`. */
export function clientOf(endpoint: string, credentials: Credentials = LOCAL_CREDENTIALS): S3Client {
  // One attempt: a test wants to see the error, not what the fourth try made of it.
  return new S3Client({ endpoint, credentials, region: 'us-west-2', maxAttempts: 1 });
}

interface RunningS3 {
  s3: S3Emulator;
  client: S3Client;
}

/** S3 with one bucket, for all tests of a file. @returns what has it, while the tests run */
export function startForAll(bucket: string): () => RunningS3 {
  let running: RunningS3 | undefined;
  beforeAll(async () => {
    const s3 = await startS3();
    s3.createBucket(bucket);
    running = { s3, client: clientOf(s3.endpoint) };
  });
  afterAll(async () => {
    running?.client.destroy();
    await running?.s3.close();
  });
  return () => {
    if (running === undefined) throw new Error('S3 runs while tests do.');
    return running;
  };
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface SignedInit {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** @default the hash of the body */
  payloadHash?: string;
  /** @default every header */
  signedHeaders?: string[];
}

/** Sends what no SDK would send, correctly signed. `signature.ts` is held against AWS's own examples. */
export function signedFetch(url: string, init: SignedInit = {}): Promise<Response> {
  const { method = 'GET', body, payloadHash = sha256(body ?? '') } = init;
  const { host, pathname, searchParams } = new URL(url);
  const signedAt = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const headers = { ...init.headers, 'x-amz-date': signedAt, 'x-amz-content-sha256': payloadHash };
  const { signedHeaders = ['host', ...Object.keys(headers)].sort() } = init;

  const scope = {
    accessKeyId: LOCAL_CREDENTIALS.accessKeyId,
    day: signedAt.slice(0, 8),
    region: 'us-west-2',
  };
  const claim = { ...scope, signedAt, signedHeaders, payloadHash, signature: '' };
  const signable = {
    method,
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: new Map(Object.entries({ ...headers, host })),
  };
  const text = stringToSign(canonicalRequest(signable, claim), claim);
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${scope.accessKeyId}/${scope.day}/${scope.region}/s3/aws4_request, ` +
    `SignedHeaders=${signedHeaders.join(';')}, ` +
    `Signature=${sign(text, claim, LOCAL_CREDENTIALS.secretAccessKey)}`;
  return fetch(url, { method, headers: { ...headers, authorization }, ...(body && { body }) });
}

/** What S3 calls the error in an XML answer. */
export async function codeOf(response: Response): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}
