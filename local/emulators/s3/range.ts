import { S3Error } from './errors.ts';

/** Positions of the first and last byte, both inclusive. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses a Range header ("GetObject" of the Amazon S3 API Reference).
 * @returns undefined for the whole object: S3 ignores an invalid header and a list of ranges.
 * @throws S3Error InvalidRange (416) when the range starts after the end of the object.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const end = size - 1;
  const range =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: end }
      : { first: Number(from), last: to === '' ? end : Math.min(Number(to), end) };
  if (range.first > end) {
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', {
      RangeRequested: `${header}`,
      ActualObjectSize: String(size),
    });
  }
  return range;
}
