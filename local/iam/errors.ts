/** Why a request is refused, and the error of services with a JSON protocol ("Common Errors" of their API references). */
const TYPES = {
  /** The request is not signed. */
  missing: 'MissingAuthenticationTokenException',
  malformed: 'IncompleteSignatureException',
  /** The same in the query of a presigned URL. */
  malformedQuery: 'IncompleteSignatureException',
  unknownKey: 'UnrecognizedClientException',
  wrongToken: 'UnrecognizedClientException',
  skewed: 'InvalidSignatureException',
  notYetValid: 'InvalidSignatureException',
  expired: 'InvalidSignatureException',
  unsignedHeaders: 'InvalidSignatureException',
  wrongSignature: 'InvalidSignatureException',
  /** No policy allows the request. */
  denied: 'AccessDeniedException',
} as const;

export type Refusal = keyof typeof TYPES;

/** A request that is not signed as it must be, or that the policies of its caller do not allow. */
export class IamError extends Error {
  readonly refusal: Refusal;
  /** Further elements of S3's response. */
  readonly details: Readonly<Record<string, string>>;

  constructor(refusal: Refusal, message: string, details: Record<string, string> = {}) {
    super(message);
    this.name = 'IamError';
    this.refusal = refusal;
    this.details = details;
  }

  get type(): string {
    return TYPES[this.refusal];
  }
}
