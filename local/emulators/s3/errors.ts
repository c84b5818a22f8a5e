import { TooLargeError } from '../../http/body.ts';
import { IamError } from '../../iam/errors.ts';

/** An error of S3's own (Amazon S3 API Reference, "Error responses"). */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** For whatever changes the result on S3 and is unknown here: the emulator rejects it and never ignores it. */
export function notImplemented(feature: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The S3 emulator does not implement ${feature}.`);
}

export function invalidArgument(message: string): S3Error {
  return new S3Error(400, 'InvalidArgument', message);
}

/** Any other error is a fault of the emulator or its disk. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof IamError) return new S3Error(error.s3Status, error.s3Code, error.message);
  if (error instanceof TooLargeError) {
    return new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new S3Error(500, 'InternalError', `We encountered an internal error: ${reason}`);
}
