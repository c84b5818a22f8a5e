import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { ALGORITHM_IDENTIFIER, createScope, getCanonicalHeaders, SignatureV4 } from '@smithy/signature-v4';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { IamError } from './errors.ts';

/** The parts of a request that a signature covers. */
export interface SignedRequest {
  method: string;
  /** The encoded path as the client sent it. */
  path: string;
  query: URLSearchParams;
  /** The headers by lower-case name. Repeated headers are joined with a comma. */
  headers: ReadonlyMap<string, string>;
  /** The hash of the body, or a statement such as `UNSIGNED-PAYLOAD`. */
  payloadHash: string | undefined;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** The session token of a role. A user has no session token. */
  sessionToken?: string;
}

/** The largest difference between the clocks. S3 accepts 15 minutes. Most services accept 5 minutes. */
const MAX_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 60 * 60;

const AMZ_DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The fields of a signature ("Authenticating Requests" of the Amazon S3 API Reference). */
const claimSchema = z.object({
  Algorithm: z.literal(ALGORITHM_IDENTIFIER),
  /** The credential `KEY/YYYYMMDD/region/service/aws4_request`. */
  Credential: z
    .string()
    .regex(/^[^/]+\/\d{8}\/[^/]+\/[^/]+\/aws4_request$/)
    .transform((text) => {
      const [accessKeyId = '', day = '', region = '', service = ''] = text.split('/');
      return { accessKeyId, day, region, service };
    }),
  Date: z
    .string()
    .regex(AMZ_DATE)
    .refine((date) => !Number.isNaN(parseAmzDate(date)), { error: 'The time does not exist.' }),
  /** The lifetime of a presigned URL, in seconds. */
  Expires: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_EXPIRES_SECONDS)).optional(),
  SignedHeaders: z.string().transform((names) => names.split(';')),
  Signature: z.string(),
  SecurityToken: z.string().optional(),
  payloadHash: z.string(),
});
type Claim = z.infer<typeof claimSchema>;

export interface VerifyOptions {
  /** The name of the service in signatures. */
  service: string;
  /** The only region that the service accepts. @default any region */
  region?: string;
  /** The time in epoch milliseconds. @default the clock */
  now?: number;
  findCredentials: (accessKeyId: string) => Credentials | undefined;
}

interface Verified {
  accessKeyId: string;
  /** The region in the signature. */
  region: string;
  payloadHash: string;
}

/**
 * Verifies a signature of version 4, in a header or in the query.
 * @throws IamError that describes the problem of the signature.
 */
export async function verifySignature(
  request: SignedRequest,
  { service, region: expected, now = Date.now(), findCredentials }: VerifyOptions,
): Promise<Verified> {
  const claim = parseClaim(request, service);
  const { accessKeyId, region } = claim.Credential;
  const credentials = findCredentials(accessKeyId);
  const invalidToken = 'The security token included in the request is invalid.';
  if (credentials === undefined) throw new IamError('unknownKey', invalidToken);
  if (claim.SecurityToken !== credentials.sessionToken) throw new IamError('wrongToken', invalidToken);
  if (expected !== undefined && region !== expected) {
    throw new IamError('malformed', `The region '${region}' is wrong; expecting '${expected}'`);
  }
  checkTime(claim, now);
  checkSignedHeaders(request, claim);
  if ((await computeSignature(request, claim, credentials)) !== claim.Signature) {
    const message = 'The request signature we calculated does not match the signature you provided.';
    throw new IamError('wrongSignature', message);
  }
  return { accessKeyId, region, payloadHash: claim.payloadHash };
}

/** The common part of the requests in `node:http` and `node:http2`. */
interface Incoming {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Converts a request to a service other than S3. These services compute the hash of the body from the body. */
export function toSignedRequest({ method = '', url = '', headers }: Incoming, body: Buffer): SignedRequest {
  const [path = '', search] = url.split('?');
  // HTTP/2 has `:authority` instead of `host`, and the SDK signs the name that it sends.
  const { host = headers[':authority'] } = headers;
  const sent = { ...headers, host, ':authority': host };
  const values = Object.entries(sent).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(',')]],
  );
  return {
    method,
    path,
    query: new URLSearchParams(search),
    headers: new Map(values),
    payloadHash: createHash('sha256').update(body).digest('hex'),
  };
}

/** Returns true if a request is signed in its query, as in a presigned URL. */
export function isPresigned({ query }: Pick<SignedRequest, 'query'>): boolean {
  return ['Algorithm', 'Credential', 'Signature'].some((name) => query.has(`X-Amz-${name}`));
}

function parseClaim(request: SignedRequest, service: string): Claim {
  const { headers, query, payloadHash } = request;
  const authorization = headers.get('authorization');
  const inQuery = isPresigned(request);
  if (!inQuery && authorization === undefined) throw new IamError('missing', 'Missing Authentication Token');

  const readHeaderField = (name: string) => new RegExp(`[ ,]${name}=([^, ]+)`).exec(authorization ?? '')?.[1];
  const readParameter = (name: string) => query.get(`X-Amz-${name}`);
  const readField = inQuery ? readParameter : readHeaderField;
  const parsed = claimSchema.safeParse({
    Algorithm: inQuery ? readField('Algorithm') : authorization?.split(' ')[0],
    Credential: readField('Credential'),
    Date: inQuery ? readField('Date') : headers.get('x-amz-date'),
    Expires: inQuery ? readField('Expires') : undefined,
    SignedHeaders: readField('SignedHeaders'),
    Signature: readField('Signature'),
    SecurityToken: inQuery ? (readField('Security-Token') ?? undefined) : headers.get('x-amz-security-token'),
    payloadHash,
  });
  if (!parsed.success) throw new IamError('malformed', z.prettifyError(parsed.error));
  if (parsed.data.Credential.service === service) return parsed.data;
  throw new IamError('malformed', `Credential should be scoped to correct service: '${service}'.`);
}

function checkTime({ Date: date, Expires }: Claim, now: number): void {
  const signedAt = parseAmzDate(date);
  if (Expires === undefined) {
    if (Math.abs(now - signedAt) <= MAX_SKEW_MS) return;
    const message = 'The difference between the request time and the current time is too large.';
    throw new IamError('skewed', message);
  }
  if (signedAt > now + MAX_SKEW_MS) throw new IamError('expired', 'Request is not valid yet');
  if (now >= signedAt + Expires * 1000) throw new IamError('expired', 'Request has expired');
}

/**
 * Checks that the required headers are signed. Otherwise a signed request could be replayed at another host, or with additional `x-amz-*`
 * headers.
 */
function checkSignedHeaders({ headers }: SignedRequest, { SignedHeaders }: Claim): void {
  const isUnsigned = (name: string) =>
    name === 'host'
      ? !SignedHeaders.some((signed) => ['host', ':authority'].includes(signed))
      : name.startsWith('x-amz-') && !SignedHeaders.includes(name);
  const unsigned = [...headers.keys()].filter(isUnsigned);
  if (unsigned.length === 0) return;
  throw new IamError('wrongSignature', `The headers ${unsigned.join(', ')} were not signed.`);
}

async function computeSignature(
  { method, path, query, headers }: SignedRequest,
  { Credential: { day, region, service }, ...claim }: Claim,
  credentials: Credentials,
): Promise<string> {
  const signer = new Signer(service, region, credentials);
  const signedHeaders = [...headers].filter(([name]) => claim.SignedHeaders.includes(name));
  const request = new HttpRequest({
    method,
    path,
    query: Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])),
    headers: Object.fromEntries(signedHeaders),
  });
  return signer.computeSignature(request, { ...claim, scope: createScope(day, region, service) });
}

/** Computes the signatures of existing claims. `SignatureV4` itself signs only new requests. */
class Signer extends SignatureV4 {
  constructor(service: string, region: string, credentials: Credentials) {
    const sha256 = Hash.bind(null, 'sha256');
    // S3 signs the path as the client sent it, unlike other services.
    super({ service, region, credentials, sha256, uriEscapePath: service !== 's3' });
  }

  async computeSignature(
    request: HttpRequest,
    claim: Pick<Claim, 'Date' | 'SignedHeaders' | 'payloadHash'> & { scope: string },
  ): Promise<string> {
    const canonicalHeaders = getCanonicalHeaders(request, undefined, new Set(claim.SignedHeaders));
    const text = await this.createStringToSign(
      claim.Date,
      claim.scope,
      this.createCanonicalRequest(request, canonicalHeaders, claim.payloadHash),
      ALGORITHM_IDENTIFIER,
    );
    return this.sign(text, { signingDate: new Date(parseAmzDate(claim.Date)) });
  }
}

function parseAmzDate(text: string): number {
  return Date.parse(text.replace(AMZ_DATE, '$1-$2-$3T$4:$5:$6Z'));
}
