/**
 * The reasons to refuse a request. Each reason has the error of services with a JSON protocol ("Common Errors" of their API references),
 * and the status and the code of S3 ("Error responses" of its API reference).
 */
const REFUSALS = {
  /** The request is not signed. */
  missing: ['MissingAuthenticationTokenException', 403, 'AccessDenied'],
  malformed: ['IncompleteSignatureException', 400, 'AuthorizationHeaderMalformed'],
  unknownKey: ['UnrecognizedClientException', 403, 'InvalidAccessKeyId'],
  wrongToken: ['UnrecognizedClientException', 400, 'InvalidToken'],
  /** The clocks of the client and the server differ. The SDK then corrects its clock. */
  skewed: ['InvalidSignatureException', 403, 'RequestTimeTooSkewed'],
  /** A presigned URL is used before or after its lifetime. */
  expired: ['InvalidSignatureException', 403, 'AccessDenied'],
  wrongSignature: ['InvalidSignatureException', 403, 'SignatureDoesNotMatch'],
  /** No policy allows the request. */
  denied: ['AccessDeniedException', 403, 'AccessDenied'],
} as const;

type Refusal = keyof typeof REFUSALS;

/** Thrown if a request is not signed correctly, or if the policies of its caller do not allow the request. */
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
