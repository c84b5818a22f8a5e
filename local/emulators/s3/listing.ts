import { invalidArgument, notImplemented } from './errors.ts';
import { xmlResponse } from './operation.ts';
import type { Call, S3Response } from './operation.ts';
import { encodeRfc3986 } from './signature.ts';
import type { ObjectRecord } from './store.ts';
import { document, element, text } from './xml.ts';

const MAX_KEYS = 1000;

/** One line of a listing: an object, or all those below one prefix rolled up into it. */
interface Entry {
  name: string;
  record?: ObjectRecord;
}

/** "ListObjectsV2" of the Amazon S3 API Reference. */
export async function listObjects({ request: { query }, bucket }: Call): Promise<S3Response> {
  if (query.get('list-type') !== '2') throw notImplemented('ListObjects, only ListObjectsV2');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const startAfter = query.get('start-after') ?? '';
  const token = query.get('continuation-token');
  const maxKeys = parseMaxKeys(query.get('max-keys'));
  const spell = speller(query.get('encoding-type'));

  const records = (await bucket.store.list())
    .filter(({ key }) => key.startsWith(prefix) && isAfter(key, startAfter))
    .sort((a, b) => compareUtf8(a.key, b.key));
  const last = token === null ? '' : decodeToken(token);
  const entries = rollUp(records, prefix, delimiter).filter(({ name }) => isAfter(name, last));
  const page = entries.slice(0, maxKeys);
  const lastOfPage = page.at(-1);
  const truncated = lastOfPage !== undefined && page.length < entries.length;

  return xmlResponse(
    document('ListBucketResult', [
      text('Name', bucket.name),
      text('Prefix', spell(prefix)),
      ...(delimiter === '' ? [] : [text('Delimiter', spell(delimiter))]),
      ...(startAfter === '' ? [] : [text('StartAfter', spell(startAfter))]),
      ...(query.has('encoding-type') ? [text('EncodingType', 'url')] : []),
      ...(token === null ? [] : [text('ContinuationToken', token)]),
      ...(truncated ? [text('NextContinuationToken', encodeToken(lastOfPage.name))] : []),
      text('KeyCount', page.length),
      text('MaxKeys', maxKeys),
      text('IsTruncated', truncated),
      ...page.map((entry) => entryElement(entry, spell)),
    ]),
  );
}

/** Everything from the prefix to the next delimiter counts as one entry, in its place among the others. */
function rollUp(records: ObjectRecord[], prefix: string, delimiter: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const record of records) {
    const end = delimiter === '' ? -1 : record.key.indexOf(delimiter, prefix.length);
    const entry: Entry =
      end < 0 ? { name: record.key, record } : { name: record.key.slice(0, end + delimiter.length) };
    entries.set(entry.name, entry);
  }
  return [...entries.values()];
}

function entryElement({ name, record }: Entry, spell: (name: string) => string): string {
  if (record === undefined) return element('CommonPrefixes', [text('Prefix', spell(name))]);
  return element('Contents', [
    text('Key', spell(name)),
    text('LastModified', new Date(record.lastModified).toISOString()),
    text('ETag', `"${record.etag}"`),
    text('Size', record.size),
    text('StorageClass', 'STANDARD'),
  ]);
}

function parseMaxKeys(value: string | null): number {
  if (value === null) return MAX_KEYS;
  if (!/^\d{1,10}$/.test(value)) {
    throw invalidArgument('Provided max-keys not an integer or within integer range');
  }
  return Math.min(Number(value), MAX_KEYS);
}

function speller(encodingType: string | null): (name: string) => string {
  if (encodingType === null) return (name) => name;
  if (encodingType !== 'url') throw invalidArgument('Invalid Encoding Method specified in Request');
  return (name) => name.split('/').map(encodeRfc3986).join('/');
}

/** Opaque to callers, as S3's is. */
function encodeToken(name: string): string {
  return Buffer.from(name).toString('base64url');
}

function decodeToken(token: string): string {
  const name = Buffer.from(token, 'base64url').toString();
  if (name === '' || encodeToken(name) !== token) {
    throw invalidArgument('The continuation token provided is incorrect');
  }
  return name;
}

function isAfter(name: string, last: string): boolean {
  return compareUtf8(name, last) > 0;
}

/** S3 lists in the order of UTF-8 bytes; JavaScript's own puts an emoji before, say, a full-width letter. */
function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
