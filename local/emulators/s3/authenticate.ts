import type { Caller, Iam } from '../../iam/iam.ts';
import { isPresigned } from '../../iam/signature.ts';
import { invalidArgument } from './errors.ts';
import type { S3Request } from './request.ts';

interface AuthenticateOptions {
  iam: Iam;
  now: number;
  /** The buckets' region. */
  region: string;
}

/**
 * Finds out who signed a request, in a header or in the query.
 * @throws IamError; S3Error for a request with both.
 */
export async function authenticate(
  request: S3Request,
  { iam, ...options }: AuthenticateOptions,
): Promise<Caller> {
  const inQuery = isPresigned(request);
  if (inQuery && request.headers.has('authorization')) {
    throw invalidArgument('Only one auth mechanism allowed: the query or the Authorization header.');
  }
  const payloadHash = request.amz.get('x-amz-content-sha256') ?? (inQuery ? 'UNSIGNED-PAYLOAD' : undefined);
  return iam.authenticate({ ...request, payloadHash }, { service: 's3', ...options });
}
