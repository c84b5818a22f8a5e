import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeAtomically } from '../files.ts';

/** Everything a pool remembers. Times are milliseconds since 1970. */

const verifier = z.object({ salt: z.string(), verifier: z.string() });

const user = z.object({
  /** The `sub`, which is the username too where people sign in with their e-mail. */
  username: z.string(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(['UNCONFIRMED', 'CONFIRMED']),
  /** Absent for a user who signed up without a password. */
  password: verifier.optional(),
  /** A new e-mail that counts only once it is verified. */
  pendingEmail: z.string().optional(),
  createdAt: z.number(),
  modifiedAt: z.number(),
});
export type User = z.infer<typeof user>;

const code = z.object({ digits: z.string(), expiresAt: z.number() });

/** Failures, or requests, of one kind by one user. */
const attempts = z.object({ count: z.number(), since: z.number(), lastAt: z.number() });

/** A sign-in under way. What the client shows to go on (its Session or secret block) is the key. */
const challenge = z.object({
  kind: z.enum(['choice', 'srp', 'emailOtp', 'signedUp']),
  username: z.string(),
  clientId: z.string(),
  expiresAt: z.number(),
  mistakes: z.number(),
  srp: z.object({ A: z.string(), b: z.string(), B: z.string() }).optional(),
});
export type Challenge = z.infer<typeof challenge>;

const refreshToken = z.object({ hash: z.string(), expiresAt: z.number(), replacedAt: z.number().optional() });

/** What one sign-in gave: every token that carries its id as `origin_jti`. */
const grant = z.object({
  username: z.string(),
  clientId: z.string(),
  authenticatedAt: z.number(),
  revoked: z.boolean(),
  refreshTokens: z.array(refreshToken),
});
export type Grant = z.infer<typeof grant>;

/** A table in memory is a Map; in its file it is an object. */
function table<Row extends z.ZodType>(row: Row) {
  return z.record(z.string(), row).transform((rows) => new Map(Object.entries(rows)));
}

const poolState = z.object({
  /** PKCS #8 PEM of the key that signs this pool's tokens. */
  signingKey: z.string(),
  /** Makes the answers about users that do not exist always the same. */
  decoySecret: z.string(),
  users: table(user),
  codes: table(code),
  attempts: table(attempts),
  challenges: table(challenge),
  grants: table(grant),
});
export type PoolState = z.infer<typeof poolState>;

export interface Store {
  state: PoolState;
  /** Writes what changed since the last time, if the store has a file. */
  save: () => void;
}

/** @throws Error when the pool's file is there but cannot be read. */
export function openStore(poolId: string, dataDir: string | undefined): Store {
  if (dataDir === undefined) return { state: emptyState(), save: () => undefined };

  const path = join(dataDir, `${poolId}.json`);
  const stored = readIfPresent(path);
  const state = stored === undefined ? emptyState() : parseState(path, stored);
  let written = stored;
  return {
    state,
    save() {
      const content = serialize(state);
      if (content === written) return;
      writeAtomically(path, content);
      written = content;
    },
  };
}

function emptyState(): PoolState {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    decoySecret: randomBytes(32).toString('hex'),
    users: new Map(),
    codes: new Map(),
    attempts: new Map(),
    challenges: new Map(),
    grants: new Map(),
  };
}

function parseState(path: string, content: string): PoolState {
  try {
    return poolState.parse(JSON.parse(content));
  } catch (error) {
    throw new Error(
      `${path} is not a user pool of this emulator. Move it away to start with an empty pool.`,
      {
        cause: error,
      },
    );
  }
}

function serialize(state: PoolState): string {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(state)) {
    plain[name] = typeof value === 'string' ? value : Object.fromEntries<unknown>(value);
  }
  return JSON.stringify(plain);
}
