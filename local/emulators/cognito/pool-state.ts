import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { openState, table } from '../state-file.ts';

/** The stored state of a pool. Times are milliseconds since 1970. */

const user = z.object({
  /** The `sub`, which is also the username in a pool whose users sign in by e-mail. */
  username: z.string(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(['UNCONFIRMED', 'FORCE_CHANGE_PASSWORD', 'CONFIRMED']),
  password: z.object({ salt: z.string(), verifier: z.string() }),
  createdAt: z.number(),
  modifiedAt: z.number(),
});
export type User = z.infer<typeof user>;

/** A sign-in in progress. Its key is the `Session`, or for SRP the secret block, that the client sends back. */
const challenge = z.object({
  kind: z.enum(['srp', 'emailOtp']),
  username: z.string(),
  clientId: z.string(),
  expiresAt: z.number(),
  mistakes: z.number(),
  srp: z.object({ A: z.string(), b: z.string(), B: z.string() }).optional(),
});
export type Challenge = z.infer<typeof challenge>;

/** The tokens of one sign-in. Its key is the `origin_jti` of each of them. */
const tokenFamily = z.object({
  username: z.string(),
  clientId: z.string(),
  authenticatedAt: z.number(),
  revoked: z.boolean(),
  refreshTokens: z.array(
    z.object({ hash: z.string(), expiresAt: z.number(), replacedAt: z.number().optional() }),
  ),
});
export type TokenFamily = z.infer<typeof tokenFamily>;

const poolState = z.object({
  /** PKCS #8 PEM of the key that signs the pool's tokens. */
  signingKey: z.string(),
  users: table(user),
  codes: table(z.object({ digits: z.string(), expiresAt: z.number() })),
  /** Failed attempts, or requests, of one kind by one user. */
  attempts: table(z.object({ count: z.number(), since: z.number(), lastAt: z.number() })),
  challenges: table(challenge),
  tokenFamilies: table(tokenFamily),
});
export type PoolState = z.infer<typeof poolState>;

/** By the id of the pool. */
const signingKeys = new Map<string, string>();

/**
 * Opens the state of a pool. The clouds of a process that have the same pool share its signing key, because making a key takes
 * longer than making the rest of a pool.
 */
export function openPoolState(poolId: string, path: string | undefined) {
  const signingKey = signingKeys.get(poolId) ?? createSigningKey();
  signingKeys.set(poolId, signingKey);
  const file = openState(path, poolState, { signingKey });
  // The key must be the same after a restart, even if the pool was not used in between.
  file.save();
  return file;
}

function createSigningKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}
