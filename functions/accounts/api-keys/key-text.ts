import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { requireEnv } from '../../platform/environment.ts';

const STAGE = requireEnv('STAGE');

/** The length of the secret: 160 bits. With this length, a plain hash protects the secret as well as a slow hash. */
const SECRET_BYTES = 20;

/** Matches a key. An underscore separates the parts, so no part contains an underscore. */
const KEY = /^tf_([a-z][a-z0-9-]*)_([0-9a-f-]{36})_([0-9a-f]{40})$/;

/** Makes the text of a key, which only its user knows, and the hash, which is stored. */
export function createKeyText(keyId: string): { key: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return { key: `tf_${STAGE}_${keyId}_${secret}`, hash: hashSecret(secret) };
}

/** @returns undefined if the text is not a key of this stage. */
export function parseKeyText(text: string): { keyId: string; secret: string } | undefined {
  const [, stage, keyId, secret] = KEY.exec(text) ?? [];
  if (stage !== STAGE || keyId === undefined || secret === undefined) return undefined;
  return { keyId, secret };
}

export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
