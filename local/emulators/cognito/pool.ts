import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { AwsJsonError } from '../aws-json.ts';
import type { Iam } from '../../iam/iam.ts';
import type { Mail } from '../mailbox.ts';
import { openState, table } from '../state-file.ts';
import type { ClientSettings, PoolSettings } from './pool-settings.ts';

/** The stored state of a pool. Times are milliseconds since 1970. */

const user = z.object({
  /** The `sub`. In a pool whose users sign in by e-mail, the `sub` is also the username. */
  username: z.string(),
  attributes: z.record(z.string(), z.string()),
  status: z.enum(['UNCONFIRMED', 'FORCE_CHANGE_PASSWORD', 'CONFIRMED']),
  password: z.object({ salt: z.string(), verifier: z.string() }),
  createdAt: z.number(),
  modifiedAt: z.number(),
});
export type User = z.infer<typeof user>;

/** A sign-in in progress. Its key is the `Session` that the client sends back. For SRP, the key is the secret block. */
const challenge = z.object({
  kind: z.enum(['srp', 'emailOtp']),
  username: z.string(),
  clientId: z.string(),
  expiresAt: z.number(),
  mistakes: z.number(),
  srp: z.object({ A: z.string(), b: z.string(), B: z.string() }).optional(),
});
export type Challenge = z.infer<typeof challenge>;

/** The tokens of one sign-in. The key is the `origin_jti` in each of these tokens. */
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
  /** The key that signs the tokens of the pool, in PKCS #8 PEM. */
  signingKey: z.string(),
  users: table(user),
  codes: table(z.object({ digits: z.string(), expiresAt: z.number() })),
  /** The number of failed attempts, or of requests, of one kind by one user. */
  attempts: table(z.object({ count: z.number(), since: z.number(), lastAt: z.number() })),
  challenges: table(challenge),
  tokenFamilies: table(tokenFamily),
});
type PoolState = z.infer<typeof poolState>;

export interface CognitoOptions {
  /** The folder that keeps the pools between runs. @default in memory only */
  dataDir?: string;
  region: string;
  /** Checks the operations of administrators. @default accepts the administrator only */
  iam?: Iam;
  deliver(mail: Mail): void;
  /** Invokes a trigger. Rejects if the function fails. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** Returns the time in milliseconds since 1970. @default the clock */
  now?: () => number;
}

/** The key that signs the tokens of a pool. */
export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * A user pool. Operations change `state` in place. An operation does not wait between reading `state` and changing `state`, so two
 * concurrent calls cannot both pass the same check. An operation that waits for a trigger checks again afterwards.
 */
export interface Pool {
  id: string;
  /** The part of the pool's id that the hashes of SRP contain. */
  name: string;
  settings: PoolSettings;
  signingKey: SigningKey;
  state: PoolState;
  /** True if the last response about an unknown user was simulated. The next response is then an error. */
  hasSimulatedDelivery: boolean;
  save: () => void;
  options: Required<Pick<CognitoOptions, 'region' | 'deliver' | 'invokeTrigger' | 'now'>>;
}

export interface Client {
  id: string;
  pool: Pool;
  settings: ClientSettings;
}

export interface Directory {
  pools: Map<string, Pool>;
  clients: Map<string, Client>;
}

export function findPool(directory: Directory, poolId: string): Pool {
  return directory.pools.get(poolId) ?? fail(`User pool ${poolId} does not exist.`);
}

export function findClient(directory: Directory, clientId: string): Client {
  return directory.clients.get(clientId) ?? fail(`User pool client ${clientId} does not exist.`);
}

function fail(message: string): never {
  throw new AwsJsonError('ResourceNotFoundException', message);
}

/** The signing keys by the id of the pool. */
const signingKeys = new Map<string, string>();

/**
 * Opens the state of a pool. All clouds of a process with the same pool share its signing key, because making a key takes longer than
 * making the rest of a pool.
 */
export function openPoolState(poolId: string, path: string | undefined) {
  const signingKey = signingKeys.get(poolId) ?? createSigningKey();
  signingKeys.set(poolId, signingKey);
  const file = openState(path, poolState, { signingKey });
  // The key must be the same after a restart, even if no call used the pool.
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
