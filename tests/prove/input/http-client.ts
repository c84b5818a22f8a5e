import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BadRequest } from './arbitraries.ts';

export interface RawRequest {
  method: string;
  /** Path and query, sent without encoding. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface RawResponse {
  status: number;
  contentType: string;
  body: string;
}

export type Send = (request: RawRequest) => Promise<RawResponse>;

/** Creates a client that sends requests which `fetch` would correct or reject. */
export function createRawClient(origin: string): { send: Send; close: () => void } {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      // Node sends the body of a GET only with an explicit length.
      const length = body.length === 0 ? {} : { 'content-length': body.length };
      request({ hostname, port, agent, method, path, headers: { ...headers, ...length } }, (response) => {
        buffer(response).then(
          (content) =>
            resolve({
              status: response.statusCode ?? 0,
              contentType: response.headers['content-type'] ?? '',
              body: content.toString(),
            }),
          reject,
        );
      })
        .once('error', reject)
        .end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Returns an Authorization header; undefined for none. */
export type Authorize = (token: BadRequest['token']) => string | undefined;

/** Creates every kind of token that a request may carry: the valid token, and tokens that the gateway must reject. */
export async function createAuthorize(token: string): Promise<Authorize> {
  const { privateKey } = await generateKeyPair('RS256');
  const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
  const [, payload = ''] = token.split('.');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  return (kind) => {
    if (kind === 'none') return undefined;
    if (kind === 'valid') return `Bearer ${token}`;
    if (kind === 'unsigned') return `Bearer ${unsigned}`;
    if (kind === 'forged') return `Bearer ${forged}`;
    return 'junk' in kind ? kind.junk : `Bearer ${changeCharacter(token, kind.changedAt)}`;
  };
}

/** Never changes the last character: a base64url decoder drops its lowest bits. */
function changeCharacter(token: string, at: number): string {
  const position = at % (token.length - 1);
  const other = token[position] === 'x' ? 'y' : 'x';
  return token.slice(0, position) + other + token.slice(position + 1);
}
