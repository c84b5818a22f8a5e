import { createHash, createHmac } from 'node:crypto';
import type { S3Request } from './request.ts';

/** What a signature says about itself: who made it, when, for which region, over which headers. */
export interface Claim {
  accessKeyId: string;
  /** `YYYYMMDD`, the day the signing key is derived for. */
  day: string;
  region: string;
  /** `YYYYMMDDTHHMMSSZ`. */
  signedAt: string;
  /** Lower-case names, in the signer's order. */
  signedHeaders: string[];
  /** The hash of the body, or the word that says why there is none. */
  payloadHash: string;
  signature: string;
}

type Signable = Pick<S3Request, 'method' | 'path' | 'query' | 'headers'>;

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * The request in the one spelling both sides sign (Amazon S3 API Reference, "Signature Calculations for the
 * Authorization Header" and "Authenticating Requests: Using Query Parameters").
 */
export function canonicalRequest(request: Signable, claim: Claim): string {
  return [
    request.method,
    request.path.split('/').map(encodeRfc3986).join('/'),
    canonicalQuery(request.query),
    ...claim.signedHeaders.map((name) => `${name}:${canonicalValue(request.headers.get(name))}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
}

export function stringToSign(canonical: string, claim: Claim): string {
  const scope = `${claim.day}/${claim.region}/s3/aws4_request`;
  return [ALGORITHM, claim.signedAt, scope, sha256(canonical)].join('\n');
}

/** The signature, as lower-case hex, that the owner of the secret key would have made. */
export function sign(text: string, claim: Claim, secretAccessKey: string): string {
  const parts = [claim.day, claim.region, 's3', 'aws4_request'];
  const signingKey = parts.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(signingKey, text).toString('hex');
}

export function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** `encodeURIComponent` leaves five characters alone that RFC 3986 reserves. */
export function encodeRfc3986(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, hex);
}

/** Sorted by name, then value; not as joined text, where `a-b=` would come before `a=`. */
function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encodeRfc3986(name), encodeRfc3986(value)])
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function canonicalValue(value = ''): string {
  return value.trim().replace(/\s+/g, ' ');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
