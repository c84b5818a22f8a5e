import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { JSONWebKeySet } from 'jose';
import { listen, stop } from '../serve.ts';
import { CognitoError } from './errors.ts';
import { OPERATIONS } from './operations/index.ts';
import { type Directory, findPool, type Mail, type Pool, type World } from './pool.ts';
import { readClientProperties, readPoolProperties } from './pool-properties.ts';
import { openStore } from './store.ts';
import { keySetOf, signerOf } from './signer.ts';
import { issuerOf } from './tokens.ts';
import { TRIGGER_TIMEOUT_MS } from './triggers.ts';
import { allowAnyOrigin, readCall, sendAnswer, sendError } from './wire.ts';

export interface CognitoEmulator {
  /** `http://127.0.0.1:PORT`; Amplify gets it as `userPoolEndpoint`. */
  endpoint: string;
  /**
   * Makes a pool, or gives the one with this id other properties; its users stay.
   * @param properties of `AWS::Cognito::UserPool`, intrinsics resolved.
   * @throws Error naming each property that would make the emulator behave unlike the real pool.
   */
  createUserPool(poolId: string, properties: unknown): { id: string; arn: string; providerName: string };
  /**
   * @param properties of `AWS::Cognito::UserPoolClient`, intrinsics resolved.
   * @throws Error as above, and when the pool is not there yet.
   */
  createUserPoolClient(clientId: string, properties: unknown): { id: string };
  /** The keys that verify a pool's tokens. */
  jwks(poolId: string): JSONWebKeySet;
  /** What the pool's tokens name as their issuer: the address the real pool would have. */
  issuer(poolId: string): string;
  close(): Promise<void>;
}

export interface CognitoOptions {
  /** @default any free one */
  port?: number;
  /** Where pools are kept between runs. @default in memory only */
  dataDir?: string;
  region: string;
  accountId: string;
  deliver(mail: Mail): void;
  /** Rejects when the function fails. */
  invokeTrigger(functionArn: string, event: unknown): Promise<unknown>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** @default 5 seconds, as on AWS */
  triggerTimeoutMs?: number;
}

/** Amazon Cognito user pools with e-mail sign-in, on this machine. */
export async function startCognito(options: CognitoOptions): Promise<CognitoEmulator> {
  const directory: Directory = { pools: new Map(), clients: new Map() };
  const world: World = {
    region: options.region,
    accountId: options.accountId,
    now: options.now ?? Date.now,
    deliver: (mail) => options.deliver(mail),
    invokeTrigger: async (functionArn, event) => options.invokeTrigger(functionArn, event),
    triggerTimeoutMs: options.triggerTimeoutMs ?? TRIGGER_TIMEOUT_MS,
  };
  const server = createServer((request, response) => {
    void answer(directory, request, response);
  });
  const { endpoint } = await listen(server, options.port ?? 0, 'the local Cognito');

  return {
    endpoint,
    createUserPool(poolId, given) {
      const properties = readPoolProperties(poolId, given);
      const known = directory.pools.get(poolId);
      const pool = known ?? openPool(poolId, properties, world, options.dataDir);
      pool.properties = properties;
      directory.pools.set(poolId, pool);
      return {
        id: poolId,
        arn: `arn:aws:cognito-idp:${world.region}:${world.accountId}:userpool/${poolId}`,
        providerName: issuerOf(world.region, poolId).replace('https://', ''),
      };
    },
    createUserPoolClient(clientId, given) {
      const properties = readClientProperties(clientId, given);
      directory.clients.set(clientId, {
        id: clientId,
        pool: findPool(directory, properties.UserPoolId),
        properties,
      });
      return { id: clientId };
    },
    jwks: (poolId) => keySetOf(findPool(directory, poolId).signer),
    issuer: (poolId) => issuerOf(world.region, findPool(directory, poolId).id),
    close: () => stop(server),
  };
}

function openPool(
  poolId: string,
  properties: Pool['properties'],
  world: World,
  dataDir: string | undefined,
): Pool {
  if (!/^[\w-]+_[0-9a-zA-Z]+$/.test(poolId)) {
    throw new Error(`${poolId} is not a user pool id: it must look like ${world.region}_AbCdEf123.`);
  }
  const { state, save } = openStore(poolId, dataDir);
  // The key must be the same after a restart, even if nobody signed up in between.
  save();
  const name = poolId.split('_')[1] ?? '';
  return { id: poolId, name, properties, signer: signerOf(state.signingKey), state, save, world };
}

async function answer(
  directory: Directory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  allowAnyOrigin(request, response);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  try {
    const keysOf = /^\/([^/?]+)\/\.well-known\/jwks\.json$/.exec(request.url ?? '')?.[1];
    const result =
      request.method === 'GET' && keysOf !== undefined
        ? keySetOf(findPool(directory, keysOf).signer)
        : await run(directory, request);
    sendAnswer(response, result);
  } catch (error) {
    sendError(response, error);
  }
}

/** Whatever a call changed is on disk before its answer leaves, be it a success or an error that counts. */
async function run(directory: Directory, request: IncomingMessage): Promise<object> {
  const { operation: name, input, isSigned } = await readCall(request);
  const operation = OPERATIONS.get(name);
  if (operation === undefined) {
    throw new CognitoError('UnknownOperationException', `The local Cognito does not implement ${name}.`);
  }
  if (operation.signed && !isSigned) {
    throw new CognitoError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  try {
    return await operation.run(directory, input);
  } finally {
    for (const pool of directory.pools.values()) pool.save();
  }
}
