import { IamError, type Refusal } from '../../iam/errors.ts';

/** An error of S3's own (Amazon S3 API Reference, "Error responses"). */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  /** Further elements of the XML response, such as `Key`. */
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** For whatever changes the result on S3 and is unknown here: the emulator rejects it and never ignores it. */
export function notImplemented(feature: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The S3 emulator does not implement ${feature}.`);
}

export function invalidArgument(message: string): S3Error {
  return new S3Error(400, 'InvalidArgument', message);
}

/** What S3 answers to a refused request. */
const REFUSALS: Readonly<Record<Refusal, readonly [status: number, code: string]>> = {
  missing: [403, 'AccessDenied'],
  malformed: [400, 'AuthorizationHeaderMalformed'],
  malformedQuery: [400, 'AuthorizationQueryParametersError'],
  unknownKey: [403, 'InvalidAccessKeyId'],
  wrongToken: [400, 'InvalidToken'],
  skewed: [403, 'RequestTimeTooSkewed'],
  notYetValid: [403, 'AccessDenied'],
  expired: [403, 'AccessDenied'],
  unsignedHeaders: [403, 'AccessDenied'],
  wrongSignature: [403, 'SignatureDoesNotMatch'],
  denied: [403, 'AccessDenied'],
};

/** Any other error is a fault of the emulator or its disk. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof IamError) {
    const [status, code] = REFUSALS[error.refusal];
    return new S3Error(status, code, error.message, error.details);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new S3Error(500, 'InternalError', `We encountered an internal error: ${reason}`);
}
