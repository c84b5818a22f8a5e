import { notImplemented, S3Error } from './errors.ts';

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const NAMED = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);
const MAX_DELETES = 1000;

/** A whole document of S3's. The children are XML already. */
export function document(root: string, children: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${children.join('')}</${root}>`;
}

/** Errors are the one kind of document without S3's namespace. */
export function errorDocument(error: S3Error, requestId: string): string {
  const fields = { Code: error.code, Message: error.message, ...error.details, RequestId: requestId };
  const children = Object.entries(fields).map(([name, value]) => text(name, value));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Error', children)}`;
}

/** An element around other elements. */
export function element(name: string, children: string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

/** An element around text, which is escaped. */
export function text(name: string, value: string | number | boolean): string {
  return element(name, [escape(String(value))]);
}

interface DeleteRequest {
  keys: string[];
  /** Asks for an answer that lists failures only. */
  quiet: boolean;
}

/**
 * Reads the body of DeleteObjects: a `Delete` of `Object`s with a `Key` each, and perhaps `Quiet`. One fixed
 * shape needs no XML parser; what is left after taking the known parts out must be the bare envelope.
 */
export function parseDelete(xml: string): DeleteRequest {
  if (xml.includes('<VersionId>')) throw notImplemented('deleting one version of an object');
  const keys: string[] = [];
  let quiet = false;
  const envelope = xml
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(/<Object>\s*<Key>([^<]+)<\/Key>\s*<\/Object>/g, (_, key: string) => {
      keys.push(unescape(key));
      return '';
    })
    .replace(/<Quiet>(true|false)<\/Quiet>/, (_, value: string) => {
      quiet = value === 'true';
      return '';
    });
  const bare = /^\s*<Delete(\s+xmlns="[^"]*")?>\s*<\/Delete>\s*$/.test(envelope);
  if (!bare || keys.length === 0 || keys.length > MAX_DELETES) throw malformed();
  return { keys, quiet };
}

/** Control characters are escaped too: a parser would turn a raw carriage return into a line feed. */
function escape(value: string): string {
  return value.replace(/[&<>"\p{Cc}]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

function unescape(value: string): string {
  return value.replace(/&[^;]*;?/g, (entity) => {
    const [, hex, decimal] = /^&#(?:x([0-9a-f]{1,5})|([0-9]{1,6}));$/i.exec(entity) ?? [];
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    const named = NAMED.get(entity);
    if (named === undefined) throw malformed();
    return named;
  });
}

function malformed(): S3Error {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema';
  return new S3Error(400, 'MalformedXML', message);
}
