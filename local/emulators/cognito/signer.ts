import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';

/** The key of one pool. */
export interface Signer {
  keyId: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export function signerOf(signingKey: string): Signer {
  const publicKey = createPublicKey(signingKey);
  const keyId = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return { keyId, privateKey: createPrivateKey(signingKey), publicKey };
}

export function keySetOf({ keyId, publicKey }: Signer): JSONWebKeySet {
  const { n, e } = publicKey.export({ format: 'jwk' });
  if (n === undefined || e === undefined) throw new Error('The key of the pool is not an RSA key.');
  return { keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig', kid: keyId, n, e }] };
}
