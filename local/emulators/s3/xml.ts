import { parseXML, XmlNode, XmlText } from '@aws-sdk/xml-builder';
import { z } from 'zod';
import { S3Error } from './errors.ts';

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

const deletedObject = z.strictObject({ Key: z.string(), VersionId: z.string().optional() });

/** "DeleteObjects" of the Amazon S3 API Reference, "Request Body", as the product sends it. */
const deleteRequest = z.object({
  Delete: z.strictObject({
    xmlns: z.string().optional(),
    // The parser returns an array only for repeated elements.
    Object: z.union([deletedObject.transform((single) => [single]), z.array(deletedObject).max(1000)]),
    Quiet: z.literal('true'),
  }),
});

/** @throws S3Error MalformedXML */
export function parseDelete(xml: string): { key: string; versionId: string | undefined }[] {
  try {
    return deleteRequest
      .parse(parseXML(xml))
      .Delete.Object.map(({ Key: key, VersionId: versionId }) => ({ key, versionId }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new S3Error(400, 'MalformedXML', `The XML is not well-formed or not implemented: ${reason}`);
  }
}
