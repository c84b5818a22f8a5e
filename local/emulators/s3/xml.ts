import { parseXML, XmlNode, XmlText } from '@aws-sdk/xml-builder';
import { z } from 'zod';
import { notImplemented, S3Error } from './errors.ts';

/** Elements by name; an array repeats its element. */
interface XmlContent {
  [name: string]: string | number | boolean | XmlContent | XmlContent[];
}

export function buildXml(root: string, content: XmlContent): string {
  const node = createNode(root, content);
  // Only errors have no namespace.
  if (root !== 'Error') node.addAttribute('xmlns', 'http://s3.amazonaws.com/doc/2006-03-01/');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${node.toString()}`;
}

function createNode(name: string, content: XmlContent[string]): XmlNode {
  if (typeof content !== 'object') return new XmlNode(name, [new XmlText(String(content))]);
  const children = Object.entries(content).flatMap(([child, value]) =>
    [value].flat().map((item) => createNode(child, item)),
  );
  return new XmlNode(name, children);
}

const deletedObject = z.object({ Key: z.string(), VersionId: z.string().optional() });

/** "DeleteObjects" of the Amazon S3 API Reference, "Request Body". */
const deleteRequest = z.object({
  Delete: z.object({
    // The parser returns an array only for repeated elements.
    Object: z.union([deletedObject.transform((single) => [single]), z.array(deletedObject).max(1000)]),
    Quiet: z.enum(['true', 'false']).optional(),
  }),
});

/** @throws S3Error MalformedXML */
export function parseDelete(xml: string): { keys: string[]; isQuiet: boolean } {
  const { Object: objects, Quiet } = parseDeleteRequest(xml).Delete;
  if (objects.some(({ VersionId }) => VersionId !== undefined)) {
    throw notImplemented('DeleteObjects with VersionId');
  }
  return { keys: objects.map(({ Key }) => Key), isQuiet: Quiet === 'true' };
}

function parseDeleteRequest(xml: string) {
  try {
    return deleteRequest.parse(parseXML(xml));
  } catch {
    const message =
      'The XML you provided was not well-formed or did not validate against our published schema';
    throw new S3Error(400, 'MalformedXML', message);
  }
}
