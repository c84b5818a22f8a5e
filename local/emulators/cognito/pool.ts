import { notFound } from './errors.ts';
import type { ClientProperties, PoolProperties } from './pool-properties.ts';
import type { PoolState } from './store.ts';
import type { Signer } from './signer.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  code: string;
  /** Where the first link in the message leads. */
  link?: string;
}

/** What the emulator is given from outside. */
export interface World {
  region: string;
  accountId: string;
  now(): number;
  deliver(mail: Mail): void;
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  triggerTimeoutMs: number;
}

/**
 * One user pool. Operations change `state` in place. Between reading it and changing it they never wait, so two calls
 * at once cannot both pass the same check; the few that wait in the middle (for a trigger) look again afterwards.
 */
export interface Pool {
  id: string;
  /** The part of the id that goes into SRP's hashes. */
  name: string;
  properties: PoolProperties;
  signer: Signer;
  state: PoolState;
  save: () => void;
  world: World;
}

export interface Client {
  id: string;
  pool: Pool;
  properties: ClientProperties;
}

export interface Directory {
  pools: Map<string, Pool>;
  clients: Map<string, Client>;
}

export function findPool(directory: Directory, poolId: string): Pool {
  const pool = directory.pools.get(poolId);
  if (pool === undefined) throw notFound(`User pool ${poolId} does not exist.`);
  return pool;
}

export function findClient(directory: Directory, clientId: string): Client {
  const client = directory.clients.get(clientId);
  if (client === undefined) throw notFound(`User pool client ${clientId} does not exist.`);
  return client;
}
