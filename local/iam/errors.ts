/**
 * Why a request is refused: the error of services with a JSON protocol ("Common Errors" of their API references), and the
 * status and the code of S3 ("Error responses" of its API reference).
 */
const REFUSALS = {
  /** The request is not signed. */
  missing: ['MissingAuthenticationTokenException', 403, 'AccessDenied'],
  malformed: ['IncompleteSignatureException', 400, 'AuthorizationHeaderMalformed'],
  unknownKey: ['UnrecognizedClientException', 403, 'InvalidAccessKeyId'],
  wrongToken: ['UnrecognizedClientException', 400, 'InvalidToken'],
  /** The clocks differ: the SDK corrects its own. */
  skewed: ['InvalidSignatureException', 403, 'RequestTimeTooSkewed'],
  /** A presigned URL is used after its lifetime, or before it. */
  expired: ['InvalidSignatureException', 403, 'AccessDenied'],
  wrongSignature: ['InvalidSignatureException', 403, 'SignatureDoesNotMatch'],
  /** No policy allows the request. */
  denied: ['AccessDeniedException', 403, 'AccessDenied'],
} as const;

type Refusal = keyof typeof REFUSALS;

/** A request that is not signed as it must be, or that the policies of its caller do not allow. */
export class IamError extends Error {
  override readonly name = 'IamError';
  readonly type: string;
  readonly s3Status: number;
  readonly s3Code: string;

  constructor(refusal: Refusal, message: string) {
    super(message);
    [this.type, this.s3Status, this.s3Code] = REFUSALS[refusal];
  }
}
