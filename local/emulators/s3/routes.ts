import { notImplemented, S3Error } from './errors.ts';
import { listObjects } from './listing.ts';
import { deleteObject, deleteObjects, getObject, putObject } from './objects.ts';
import type { Operation } from './operation.ts';
import type { S3Request } from './request.ts';

interface Route {
  run: Operation;
  /** The query parameters it understands, besides `x-id` (the SDK's note of the operation) and `x-amz-*`. */
  parameters: string[];
}

const OVERRIDES = [
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
];

const LISTING = [
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
];

/** Every operation there is: by method, and by whether the path names an object, a bucket or neither. */
const ROUTES = new Map<string, Route>([
  ['GET object', { run: getObject, parameters: OVERRIDES }],
  ['HEAD object', { run: getObject, parameters: OVERRIDES }],
  ['PUT object', { run: putObject, parameters: [] }],
  ['DELETE object', { run: deleteObject, parameters: [] }],
  ['GET bucket', { run: listObjects, parameters: LISTING }],
  ['HEAD bucket', { run: () => Promise.resolve({ status: 200 }), parameters: [] }],
  ['POST bucket', { run: deleteObjects, parameters: ['delete'] }],
]);

/** What the same paths and methods mean to S3, and not to this emulator. */
const NOT_IMPLEMENTED = new Map([
  ['GET service', 'ListBuckets'],
  ['PUT bucket', 'CreateBucket'],
  ['DELETE bucket', 'DeleteBucket'],
]);

/** The `x-amz-*` that are acted upon, or that make no difference here: checksums are not verified. */
const UNDERSTOOD = new RegExp(
  '^x-amz-(meta-.+|checksum-.+|algorithm|content-sha256|credential|date|decoded-content-length' +
    '|expected-bucket-owner|expires|request-payer|sdk-checksum-algorithm|security-token' +
    '|server-side-encryption|signature|signedheaders|trailer|user-agent)$',
);

/**
 * Finds the operation a request asks for. Whatever changes what S3 would do and is not known here is refused,
 * never ignored: an upload with a tag must not look as if it had been tagged.
 * @throws S3Error NotImplemented, which names it, or MethodNotAllowed
 */
export function operationFor({ method, bucket, key, query, amz }: S3Request): Operation {
  const level = bucket === '' ? 'service' : key === '' ? 'bucket' : 'object';
  const route = ROUTES.get(`${method} ${level}`);
  const known = ['x-id', ...(route?.parameters ?? [])];
  const parameter = [...query.keys()].find((name) => !known.includes(name) && !/^x-amz-/i.test(name));
  if (parameter !== undefined) throw notImplemented(`${method} with the query parameter ${parameter}`);
  const header = [...amz.keys()].find((name) => !UNDERSTOOD.test(name));
  if (header !== undefined) throw notImplemented(`${method} with ${header}`);
  const missing = NOT_IMPLEMENTED.get(`${method} ${level}`);
  if (missing !== undefined) throw notImplemented(missing);
  if (route === undefined) {
    throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  }
  return route.run;
}
