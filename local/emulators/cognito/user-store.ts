import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeAtomically } from '../files.ts';

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

/** A table is a Map in memory and an object in its file. */
function table<Row extends z.ZodType>(row: Row) {
  return z.record(z.string(), row).transform((rows) => new Map(Object.entries(rows)));
}

const poolState = z.object({
  /** PKCS #8 PEM of the key that signs the pool's tokens. */
  signingKey: z.string(),
  /** Makes the answers about users that do not exist always the same. */
  simulationSecret: z.string(),
  users: table(user),
  codes: table(z.object({ digits: z.string(), expiresAt: z.number() })),
  /** Failed attempts, or requests, of one kind by one user. */
  attempts: table(z.object({ count: z.number(), since: z.number(), lastAt: z.number() })),
  challenges: table(challenge),
  tokenFamilies: table(tokenFamily),
});
export type PoolState = z.infer<typeof poolState>;

interface Store {
  state: PoolState;
  /** Writes the state if it changed since the last time and the store has a file. */
  save: () => void;
}

/** @throws Error when the pool's file exists but cannot be read. */
export function openStore(poolId: string, dataDir: string | undefined): Store {
  if (dataDir === undefined) return { state: createState(findSigningKey(poolId)), save: () => undefined };

  const path = join(dataDir, `${poolId}.json`);
  let written = readIfPresent(path);
  const state = written === undefined ? createState(findSigningKey(poolId)) : parseState(path, written);
  return {
    state,
    save() {
      const content = JSON.stringify(state, (_key, value: unknown) =>
        value instanceof Map ? Object.fromEntries<unknown>(value) : value,
      );
      if (content === written) return;
      writeAtomically(path, content);
      written = content;
    },
  };
}

/** By the id of the pool. */
const signingKeys = new Map<string, string>();

/**
 * The key of a new pool. The clouds of a process that have the same pool share it, because making a key takes longer than
 * making the rest of a pool.
 */
function findSigningKey(poolId: string): string {
  const key = signingKeys.get(poolId) ?? createSigningKey();
  signingKeys.set(poolId, key);
  return key;
}

function createSigningKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
}

function createState(signingKey: string): PoolState {
  return {
    signingKey,
    simulationSecret: randomBytes(32).toString('hex'),
    users: new Map(),
    codes: new Map(),
    attempts: new Map(),
    challenges: new Map(),
    tokenFamilies: new Map(),
  };
}

function parseState(path: string, content: string): PoolState {
  try {
    return poolState.parse(JSON.parse(content));
  } catch (error) {
    const message = `${path} is not a user pool of this emulator. Move it away to start with an empty pool.`;
    throw new Error(message, { cause: error });
  }
}
