/** An error S3 answers with a code of its own (Amazon S3 API Reference, "Error responses"). */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  /** Further elements of the XML answer, such as `Key`. */
  readonly details: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Real S3 may well do this; the emulator says that it does not, rather than pretend. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The S3 emulator does not implement ${what}.`);
}

export function accessDenied(message: string, details?: Record<string, string>): S3Error {
  return new S3Error(403, 'AccessDenied', message, details);
}

export function invalidArgument(message: string): S3Error {
  return new S3Error(400, 'InvalidArgument', message);
}

/** Anything that is not S3's own error is a fault of the emulator or its disk. */
export function asS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new S3Error(500, 'InternalError', `We encountered an internal error: ${reason}`);
}
