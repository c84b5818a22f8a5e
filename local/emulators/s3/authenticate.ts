import { timingSafeEqual } from 'node:crypto';
import { LOCAL_CREDENTIALS } from '../../credentials.ts';
import { accessDenied, invalidArgument, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';
import { ALGORITHM, canonicalRequest, sign, stringToSign } from './signature.ts';
import type { Claim } from './signature.ts';

const MAX_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 60 * 60;
const PRESIGNED = ['X-Amz-Algorithm', 'X-Amz-Credential', 'X-Amz-Signature'];

/**
 * Lets through only what the embedded cloud's one identity has signed, in a header or in the query. A
 * security token may come along and is covered by the signature, but there is no STS here to ask about it.
 * @returns the payload hash that was signed, for the body to be held against.
 * @throws S3Error that says what is wrong with the signature.
 */
export function authenticate(request: S3Request, now: number): string {
  const presigned = PRESIGNED.some((name) => request.query.has(name));
  const authorization = request.headers.get('authorization');
  if (presigned && authorization !== undefined) {
    throw invalidArgument('Only one auth mechanism allowed: the query or the Authorization header.');
  }
  if (!presigned && authorization === undefined) throw accessDenied('Access Denied');

  const claim = authorization === undefined ? queryClaim(request) : headerClaim(request, authorization);
  if (claim.accessKeyId !== LOCAL_CREDENTIALS.accessKeyId) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    throw new S3Error(403, 'InvalidAccessKeyId', message, { AWSAccessKeyId: claim.accessKeyId });
  }
  if (presigned) checkLifetime(request, claim, now);
  else checkSkew(claim, now);
  checkCoverage(request, claim);
  checkSignature(request, claim);
  return claim.payloadHash;
}

/** "Authenticating Requests: Using the Authorization Header" of the Amazon S3 API Reference. */
function headerClaim(request: S3Request, authorization: string): Claim {
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    const message = `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`;
    throw new S3Error(400, 'InvalidRequest', message);
  }
  const malformed = (message: string) => new S3Error(400, 'AuthorizationHeaderMalformed', message);
  const field = (name: string) => new RegExp(`[ ,]${name}=([^, ]+)`).exec(authorization)?.[1];
  const [credential, signedHeaders, signature] = ['Credential', 'SignedHeaders', 'Signature'].map(field);
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw malformed('The authorization header lacks Credential, SignedHeaders or Signature.');
  }
  const signedAt = request.headers.get('x-amz-date') ?? '';
  if (Number.isNaN(parseAmzDate(signedAt))) {
    throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  }
  const payloadHash = request.headers.get('x-amz-content-sha256');
  if (payloadHash === undefined) {
    const message = 'Missing required header for this request: x-amz-content-sha256';
    throw new S3Error(400, 'InvalidRequest', message);
  }
  const scope = parseScope(credential, signedAt, malformed);
  return { ...scope, signedAt, signedHeaders: signedHeaders.split(';'), payloadHash, signature };
}

/** "Authenticating Requests: Using Query Parameters" of the Amazon S3 API Reference. */
function queryClaim({ query, amz }: S3Request): Claim {
  const malformed = (message: string) => new S3Error(400, 'AuthorizationQueryParametersError', message);
  const required = (name: string) => {
    const value = query.get(`X-Amz-${name}`);
    if (value === null) {
      throw malformed(`Query-string authentication version 4 requires the X-Amz-${name} parameter.`);
    }
    return value;
  };
  if (required('Algorithm') !== ALGORITHM) throw malformed(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  const signedAt = required('Date');
  if (Number.isNaN(parseAmzDate(signedAt))) {
    throw malformed(`X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`);
  }
  const expires = required('Expires');
  if (!/^\d+$/.test(expires)) throw malformed('X-Amz-Expires should be a non-negative number');
  if (Number(expires) > MAX_EXPIRES_SECONDS) {
    throw malformed(`X-Amz-Expires must be less than a week (in seconds): ${MAX_EXPIRES_SECONDS}`);
  }
  return {
    ...parseScope(required('Credential'), signedAt, malformed),
    signedAt,
    signedHeaders: required('SignedHeaders').split(';'),
    payloadHash: amz.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD',
    signature: required('Signature'),
  };
}

/** `KEY/YYYYMMDD/region/s3/aws4_request`; the region is whatever the client thinks it is. */
function parseScope(credential: string, signedAt: string, malformed: (message: string) => S3Error) {
  const match = /^([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request$/.exec(credential);
  const [, accessKeyId, day, region] = match ?? [];
  if (accessKeyId === undefined || day === undefined || region === undefined) {
    throw malformed('The Credential must be of the form <access key>/YYYYMMDD/REGION/s3/aws4_request.');
  }
  if (!signedAt.startsWith(day)) {
    throw malformed(`Invalid credential date "${day}", which is not that of X-Amz-Date: "${signedAt}".`);
  }
  return { accessKeyId, day, region };
}

function checkLifetime({ query }: S3Request, claim: Claim, now: number): void {
  const signedAt = parseAmzDate(claim.signedAt);
  const expires = signedAt + Number(query.get('X-Amz-Expires')) * 1000;
  if (signedAt > now + MAX_SKEW_MS) throw accessDenied('Request is not valid yet');
  if (now >= expires) {
    throw accessDenied('Request has expired', {
      Expires: new Date(expires).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
}

function checkSkew(claim: Claim, now: number): void {
  if (Math.abs(now - parseAmzDate(claim.signedAt)) > MAX_SKEW_MS) {
    const message = 'The difference between the request time and the current time is too large.';
    throw new S3Error(403, 'RequestTimeTooSkewed', message, { ServerTime: new Date(now).toISOString() });
  }
}

/** A signature without the host or an `x-amz-*` header could be replayed elsewhere, or with more in it. */
function checkCoverage(request: S3Request, { signedHeaders }: Claim): void {
  const unsigned = [...request.headers.keys()].filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  );
  if (unsigned.length > 0) {
    const message = 'There were headers present in the request which were not signed';
    throw accessDenied(message, { HeadersNotSigned: unsigned.join(', ') });
  }
}

function checkSignature(request: S3Request, claim: Claim): void {
  const canonical = canonicalRequest(request, claim);
  const text = stringToSign(canonical, claim);
  const expected = Buffer.from(sign(text, claim, LOCAL_CREDENTIALS.secretAccessKey));
  const provided = Buffer.from(claim.signature);
  if (provided.length === expected.length && timingSafeEqual(provided, expected)) return;
  throw new S3Error(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
    { SignatureProvided: claim.signature, StringToSign: text, CanonicalRequest: canonical },
  );
}

/** NaN where the text is not `YYYYMMDDTHHMMSSZ`. */
function parseAmzDate(text: string): number {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return iso === text ? NaN : Date.parse(iso);
}
