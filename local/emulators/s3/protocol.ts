import { parseXML, XmlNode, XmlText } from '@aws-sdk/xml-builder';
import { z } from 'zod';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { readBody, TooLargeError } from '../../http/requests.ts';
import { IamError } from '../../iam/errors.ts';

/** The content of an element by the names of its children. An array repeats the child. */
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

/** The body of "DeleteObjects" as the product sends it (Amazon S3 API Reference, "Request Body"). */
const deleteRequest = z.object({
  Delete: z.strictObject({
    xmlns: z.string().optional(),
    // The parser returns an array only if the element is repeated.
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

/** An error that S3 itself returns (Amazon S3 API Reference, "Error responses"). */
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

/**
 * Creates the error for a feature that the emulator does not know. The emulator rejects every feature that would change the result on S3,
 * instead of ignoring it.
 */
export function notImplemented(feature: string): S3Error {
  return new S3Error(501, 'NotImplemented', `The S3 emulator does not implement ${feature}.`);
}

export function invalidArgument(message: string): S3Error {
  return new S3Error(400, 'InvalidArgument', message);
}

/** Converts an error to an error of S3. An unexpected error is a fault of the emulator or its disk. */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof IamError) return new S3Error(error.s3Status, error.s3Code, error.message);
  if (error instanceof TooLargeError) {
    return new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new S3Error(500, 'InternalError', `We encountered an internal error: ${reason}`);
}

/** A parsed request before authentication. */
export interface S3Request {
  method: string;
  /** The encoded path as the client sent it. The path is never normalized: `a/../b` is a valid key. */
  path: string;
  /** The bucket. Empty if the request is for the service itself. */
  bucket: string;
  /** The key. Empty if the request is for the bucket itself. */
  key: string;
  query: URLSearchParams;
  /** The headers by lower-case name. Repeated headers are joined with a comma. */
  headers: ReadonlyMap<string, string>;
  /** All `x-amz-*` headers and parameters by lower-case name. A presigner moves headers into the query. */
  amz: ReadonlyMap<string, string>;
  payload: Readable;
}

/** @throws S3Error InvalidURI */
export function parseRequest(incoming: IncomingMessage): S3Request {
  const [path = '', ...search] = (incoming.url ?? '').split('?');
  const query = new URLSearchParams(search.join('?'));
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodePath(path)) ?? [];
  const headers = new Map<string, string>();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    headers.set(name, values.join(','));
  }
  const amz = [...headers, ...query]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => name.startsWith('x-amz-'));
  const method = incoming.method ?? '';
  return { method, path, bucket, key, query, headers, amz: new Map(amz), payload: incoming };
}

/** @throws S3Error for a stray % or invalid UTF-8. */
function decodePath(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** The largest body in the emulator, which holds bodies in memory. S3 accepts 5 GB in one request. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

/** The checksum that the SDK adds ("Checking object integrity", Amazon S3 User Guide). */
export const CHECKSUM = 'x-amz-checksum-crc32';

/**
 * Reads the body and verifies that it is the signed body.
 * @param payloadHash the signed statement about the body: its hash, or `UNSIGNED-PAYLOAD`.
 */
export async function readPayload({ payload, amz }: S3Request, payloadHash: string): Promise<Buffer> {
  const body = await readBody(payload, MAX_BODY_BYTES);
  const hash = createHash('sha256').update(body).digest('hex');
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== hash) {
    throw invalidArgument('x-amz-content-sha256 must be UNSIGNED-PAYLOAD or the hash of the body.');
  }
  const actual = Buffer.alloc(4);
  actual.writeUInt32BE(crc32(body));
  const stated = amz.get(CHECKSUM);
  if (stated === undefined || stated === actual.toString('base64')) return body;
  throw new S3Error(400, 'BadDigest', `The ${CHECKSUM} you specified did not match the calculated checksum.`);
}
