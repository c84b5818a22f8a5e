import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { Credentials } from '../../local/iam/signature.ts';

/** The SDK's client with the settings of the product: no `forcePathStyle`. */
export function createClient(
  endpoint: string,
  credentials: Credentials = LOCAL_CREDENTIALS,
  extras: S3ClientConfig = {},
): S3Client {
  // One attempt: a test needs the first error.
  return new S3Client({ endpoint, credentials, region: 'us-west-2', maxAttempts: 1, ...extras });
}

interface SignedInit {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** @default S3 */
  service?: string;
  /** @default the hash of the body */
  payloadHash?: string;
  /** A header that is sent, but not signed. */
  unsignedHeader?: string;
}

const createSigner = (service: string) =>
  new SignatureV4({
    service,
    region: 'us-west-2',
    credentials: LOCAL_CREDENTIALS,
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: service !== 's3',
  });

/** Sends a correctly signed request that the SDK's client would not send. */
export async function signedFetch(url: string, init: SignedInit = {}): Promise<Response> {
  const {
    method = 'GET',
    body,
    service = 's3',
    payloadHash = sha256(body ?? ''),
    unsignedHeader = '',
  } = init;
  const { host, pathname: path, searchParams } = new URL(url);
  const headers = { ...init.headers, host, 'x-amz-content-sha256': payloadHash };
  const request = new HttpRequest({ method, path, query: Object.fromEntries(searchParams), headers });
  const signed = await createSigner(service).sign(request, { unsignableHeaders: new Set([unsignedHeader]) });
  return fetch(url, { method, headers: signed.headers, ...(body && { body }) });
}

export function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The error code in an XML response. */
export async function readErrorCode(response: Response): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}
