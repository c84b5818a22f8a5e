import type { KeyObject } from 'node:crypto';
import { AwsJsonError } from '../aws-json.ts';
import type { Iam } from '../../iam/iam.ts';
import type { Mail } from '../mailbox.ts';
import type { ClientSettings, PoolSettings } from './pool-settings.ts';
import type { PoolState } from './pool-state.ts';

export interface CognitoOptions {
  /** @default any free port */
  port?: number;
  /** Where pools are kept between runs. @default in memory only */
  dataDir?: string;
  region: string;
  /** Of the operations of administrators. @default accepts the administrator only */
  iam?: Iam;
  deliver(mail: Mail): void;
  /** Rejects when the function fails. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** Milliseconds since 1970. @default the clock */
  now?: () => number;
}

/** The key that signs a pool's tokens. */
export interface SigningKey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/**
 * One user pool. Operations change `state` in place. They do not wait between reading it and changing it, so two
 * concurrent calls cannot both pass the same check; an operation that waits for a trigger checks again afterwards.
 */
export interface Pool {
  id: string;
  /** The part of the id that goes into the hashes of SRP. */
  name: string;
  settings: PoolSettings;
  signingKey: SigningKey;
  state: PoolState;
  /** Whether the last answer about an unknown user was simulated; the next one is an error. */
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
