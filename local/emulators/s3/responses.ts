import { parseXML, XmlNode, XmlText } from '@aws-sdk/xml-builder';
import { z } from 'zod';
import { TooLargeError } from '../../http/body.ts';
import { IamError } from '../../iam/errors.ts';

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
