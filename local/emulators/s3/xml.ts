import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { notImplemented, S3Error } from './errors.ts';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  processEntities: false,
  // Control characters are escaped, too: a parser would turn a raw carriage return into a line feed.
  tagValueProcessor: (_name, value) =>
    String(value).replace(/[&<>"\p{Cc}]/gu, (character) => `&#${character.charCodeAt(0)};`),
});

/** @param content elements by name; an array repeats its element. */
export function buildXml(root: string, content: object): string {
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
  // Only errors have no namespace.
  const attributes = root === 'Error' ? {} : { '@_xmlns': namespace };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: { ...attributes, ...content } })}`;
}

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'Object',
});

/** "DeleteObjects" of the Amazon S3 API Reference, "Request Body". */
const deleteRequest = z.object({
  Delete: z.object({
    Object: z
      .array(z.object({ Key: z.string(), VersionId: z.string().optional() }))
      .min(1)
      .max(1000),
    Quiet: z.enum(['true', 'false']).optional(),
  }),
});

/** @throws S3Error MalformedXML */
export function parseDelete(xml: string): { keys: string[]; isQuiet: boolean } {
  const parsed = deleteRequest.safeParse(parseXml(xml));
  if (!parsed.success) throw malformed();
  const { Object: objects, Quiet } = parsed.data.Delete;
  if (objects.some(({ VersionId }) => VersionId !== undefined)) {
    throw notImplemented('DeleteObjects with VersionId');
  }
  return { keys: objects.map(({ Key }) => Key), isQuiet: Quiet === 'true' };
}

function parseXml(xml: string): unknown {
  try {
    return parser.parse(xml, true);
  } catch {
    throw malformed();
  }
}

function malformed(): S3Error {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema';
  return new S3Error(400, 'MalformedXML', message);
}
