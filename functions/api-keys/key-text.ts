import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { requireEnv } from '../shared/environment.ts';

const STAGE = requireEnv('STAGE');

/** 160 bits, so that a plain hash protects the secret as well as a slow one would. */
const SECRET_BYTES = 20;

/** The parts have no underscore, which separates them. */
const KEY = /^tf_([a-z][a-z0-9-]*)_([0-9a-f-]{36})_([0-9a-f]{40})$/;

/** Makes the text of a key, which only its user knows, and the hash that is stored. */
export function createKeyText(keyId: string): { key: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  return { key: `tf_${STAGE}_${keyId}_${secret}`, hash: hashSecret(secret) };
}

/** @returns undefined for a text that is no key of this stage. */
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
