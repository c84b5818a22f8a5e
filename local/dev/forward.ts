import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { LOOPBACK } from '../emulators/serve.ts';
import { readBody } from '../http/requests.ts';

const MAX_DOCUMENT_BYTES = 1_000_000;

/** Turns a document of the cloud into the document for the browser. */
export type TransformDocument = (url: string, html: string) => Promise<string>;

interface ForwardOptions {
  port: number;
  transformDocument: TransformDocument;
  /** Replaces the content security policy of a document. */
  adaptPolicy: (policy: string) => string;
}

/** Sends a request to the cloud, and sends the response back. Only documents are changed. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { port, transformDocument, adaptPolicy }: ForwardOptions,
): Promise<void> {
  const { method, url = '/', headers } = request;
  const opensPage = headers.accept?.includes('text/html') === true;
  // The cloud must send the whole document, and without compression.
  const sent = opensPage
    ? { ...headers, 'accept-encoding': 'identity', 'if-none-match': undefined }
    : headers;
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send({ host: LOOPBACK, port, method, path: url, headers: given }, resolve);
    outgoing.once('error', reject);
    request.pipe(outgoing);
  });
  const status = answer.statusCode ?? 502;
  const isDocument = opensPage && status === 200 && !url.startsWith('/local/') && isHtml(answer);
  if (!isDocument) {
    response.writeHead(status, answer.headers);
    answer.pipe(response);
    return;
  }
  const html = await transformDocument(url, (await readBody(answer, MAX_DOCUMENT_BYTES)).toString());
  const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
  response.writeHead(status, {
    ...rest,
    'content-security-policy': adaptPolicy(String(rest['content-security-policy'] ?? '')),
  });
  response.end(html);
}

const isHtml = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/html') === true;
