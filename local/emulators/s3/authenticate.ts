import { HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { ALGORITHM_IDENTIFIER, createScope, getCanonicalHeaders, SignatureV4 } from '@smithy/signature-v4';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../credentials.ts';
import { accessDenied, invalidArgument, S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

const MAX_SKEW_MS = 15 * 60 * 1000;
const MAX_EXPIRES_SECONDS = 7 * 24 * 60 * 60;

const AMZ_DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The fields of a signature ("Authenticating Requests" of the Amazon S3 API Reference). */
const claimSchema = z
  .object({
    Algorithm: z.literal(ALGORITHM_IDENTIFIER),
    /** `KEY/YYYYMMDD/region/s3/aws4_request` */
    Credential: z.string().regex(/^[^/]+\/\d{8}\/[^/]+\/s3\/aws4_request$/),
    Date: z
      .string()
      .regex(AMZ_DATE)
      .refine((date) => !Number.isNaN(parseAmzDate(date)), { error: 'The time does not exist.' }),
    /** Of a presigned URL, in seconds. */
    Expires: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(MAX_EXPIRES_SECONDS)).optional(),
    SignedHeaders: z.string().transform((names) => names.split(';')),
    Signature: z.string(),
    /** The hash of the body, or the name of its encoding. */
    payloadHash: z.string(),
  })
  .refine(({ Credential, Date: date }) => date.startsWith(Credential.split('/')[1] ?? ''), {
    error: 'The dates of the credential and of the request differ.',
  });
type Claim = z.infer<typeof claimSchema>;

/**
 * Accepts only requests signed with the credentials of the embedded cloud, in a header or in the query. The
 * signature covers a security token, but its value is not verified: the embedded cloud has no STS.
 * @param region the buckets' region.
 * @returns the payload hash that was signed, for the verification of the body.
 * @throws S3Error that describes the problem of the signature.
 */
export async function authenticate(request: S3Request, now: number, region: string): Promise<string> {
  const claim = parseClaim(request);
  const [accessKeyId = '', , signedRegion = ''] = claim.Credential.split('/');
  if (accessKeyId !== LOCAL_CREDENTIALS.accessKeyId) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    throw new S3Error(403, 'InvalidAccessKeyId', message, { AWSAccessKeyId: accessKeyId });
  }
  checkRegion(claim, signedRegion, region);
  checkTime(claim, now);
  checkSignedHeaders(request, claim);
  if ((await signer.computeSignature(request, claim)) !== claim.Signature) {
    const message = 'The request signature we calculated does not match the signature you provided.';
    throw new S3Error(403, 'SignatureDoesNotMatch', message, { SignatureProvided: claim.Signature });
  }
  return claim.payloadHash;
}

function parseClaim({ headers, query, amz }: S3Request): Claim {
  const authorization = headers.get('authorization');
  const isPresigned = ['Algorithm', 'Credential', 'Signature'].some((name) => query.has(`X-Amz-${name}`));
  if (isPresigned && authorization !== undefined) {
    throw invalidArgument('Only one auth mechanism allowed: the query or the Authorization header.');
  }
  if (!isPresigned && authorization === undefined) throw accessDenied('Access Denied');

  const readHeaderField = (name: string) => new RegExp(`[ ,]${name}=([^, ]+)`).exec(authorization ?? '')?.[1];
  const readField = (name: string) => (isPresigned ? query.get(`X-Amz-${name}`) : readHeaderField(name));
  const parsed = claimSchema.safeParse({
    Algorithm: isPresigned ? readField('Algorithm') : authorization?.split(' ')[0],
    Credential: readField('Credential'),
    Date: isPresigned ? readField('Date') : headers.get('x-amz-date'),
    Expires: isPresigned ? readField('Expires') : undefined,
    SignedHeaders: readField('SignedHeaders'),
    Signature: readField('Signature'),
    payloadHash: amz.get('x-amz-content-sha256') ?? (isPresigned ? 'UNSIGNED-PAYLOAD' : undefined),
  });
  if (parsed.success) return parsed.data;
  throw new S3Error(400, malformedCode(isPresigned), z.prettifyError(parsed.error));
}

function malformedCode(isPresigned: boolean): string {
  return isPresigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed';
}

/** S3 rejects a request that was signed for another region than the bucket's. */
function checkRegion({ Expires }: Claim, signedRegion: string, Region: string): void {
  if (signedRegion === Region) return;
  const message = `The credential is malformed; the region '${signedRegion}' is wrong; expecting '${Region}'`;
  throw new S3Error(400, malformedCode(Expires !== undefined), message, { Region });
}

/** Computes signatures for existing claims; `SignatureV4` itself only signs new requests. */
class Signer extends SignatureV4 {
  constructor() {
    const sha256 = Hash.bind(null, 'sha256');
    // S3 signs the path as sent, unlike other services.
    super({ service: 's3', region: '', credentials: LOCAL_CREDENTIALS, sha256, uriEscapePath: false });
  }

  async computeSignature({ method, path, query, headers }: S3Request, claim: Claim): Promise<string> {
    const [, day = '', region = ''] = claim.Credential.split('/');
    const signedHeaders = [...headers].filter(([name]) => claim.SignedHeaders.includes(name));
    const request = new HttpRequest({
      method,
      path,
      query: Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)])),
      headers: Object.fromEntries(signedHeaders),
    });
    const canonicalHeaders = getCanonicalHeaders(request, undefined, new Set(claim.SignedHeaders));
    const text = await this.createStringToSign(
      claim.Date,
      createScope(day, region, 's3'),
      this.createCanonicalRequest(request, canonicalHeaders, claim.payloadHash),
      ALGORITHM_IDENTIFIER,
    );
    return this.sign(text, { signingDate: new Date(parseAmzDate(claim.Date)), signingRegion: region });
  }
}

const signer = new Signer();

function checkTime({ Date: date, Expires }: Claim, now: number): void {
  const signedAt = parseAmzDate(date);
  const ServerTime = new Date(now).toISOString();
  if (Expires === undefined) {
    if (Math.abs(now - signedAt) <= MAX_SKEW_MS) return;
    const message = 'The difference between the request time and the current time is too large.';
    throw new S3Error(403, 'RequestTimeTooSkewed', message, { ServerTime });
  }
  if (signedAt > now + MAX_SKEW_MS) throw accessDenied('Request is not valid yet', { ServerTime });
  if (now >= signedAt + Expires * 1000) throw accessDenied('Request has expired', { ServerTime });
}

/** Without this check, a signed request could be replayed at another host or with additional `x-amz-*` headers. */
function checkSignedHeaders({ headers }: S3Request, { SignedHeaders }: Claim): void {
  const unsigned = [...headers.keys()].filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !SignedHeaders.includes(name),
  );
  if (unsigned.length === 0) return;
  const message = 'There were headers present in the request which were not signed';
  throw accessDenied(message, { HeadersNotSigned: unsigned.join(', ') });
}

function parseAmzDate(text: string): number {
  return Date.parse(text.replace(AMZ_DATE, '$1-$2-$3T$4:$5:$6Z'));
}
