import { S3Error } from './errors.ts';
import type { ObjectRecord } from './store.ts';

type Headers = ReadonlyMap<string, string>;

/**
 * Weighs the conditions on a read; an ETag goes before a date (RFC 9110, "Precedence of Preconditions").
 * @returns whether the reader has it already, which is a 304.
 * @throws S3Error PreconditionFailed
 */
export function isUnchanged(headers: Headers, record: ObjectRecord): boolean {
  const ifMatch = headers.get('if-match');
  const unmodifiedSince = dateOf(headers.get('if-unmodified-since'));
  if (ifMatch === undefined ? record.lastModified > unmodifiedSince : !names(ifMatch, record)) {
    throw preconditionFailed(ifMatch === undefined ? 'If-Unmodified-Since' : 'If-Match');
  }
  const ifNoneMatch = headers.get('if-none-match');
  const modifiedSince = dateOf(headers.get('if-modified-since'));
  return ifNoneMatch === undefined ? record.lastModified <= modifiedSince : names(ifNoneMatch, record);
}

export function preconditionFailed(condition: string): S3Error {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new S3Error(412, 'PreconditionFailed', message, { Condition: condition });
}

/** NaN where there is no date: that is neither before nor after anything, so it decides nothing. */
function dateOf(header: string | undefined): number {
  return Date.parse(header ?? '');
}

function names(list: string, { etag }: ObjectRecord): boolean {
  const tags = list.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  return tags.includes('*') || tags.includes(etag);
}
