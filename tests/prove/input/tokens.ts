import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import type { Creator } from '../../integration/support/creator.ts';
import type { BadRequest } from './requests.ts';

/** The Authorization header of a request; undefined for none. */
export type Authorization = (token: BadRequest['token']) => string | undefined;

/** Makes every token that a request may carry: the good one, and those that the gateway must refuse. */
export async function tokensOf({ token }: Pick<Creator, 'token'>): Promise<Authorization> {
  const { privateKey } = await generateKeyPair('RS256');
  const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
  const [, payload = ''] = token.split('.');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  return (kind) => {
    if (kind === 'none') return undefined;
    if (kind === 'good') return `Bearer ${token}`;
    if (kind === 'unsigned') return `Bearer ${unsigned}`;
    if (kind === 'forged') return `Bearer ${forged}`;
    return 'junk' in kind ? kind.junk : `Bearer ${changed(token, kind.changedAt)}`;
  };
}

/** One character of the token is another one; not its last, whose lowest bits a base64url decoder drops. */
function changed(token: string, at: number): string {
  const position = at % (token.length - 1);
  const other = token[position] === 'x' ? 'y' : 'x';
  return token.slice(0, position) + other + token.slice(position + 1);
}
