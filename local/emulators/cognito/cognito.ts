import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { readBody, TooLargeError } from '../../http/body.ts';
import { IamError } from '../../iam/errors.ts';
import { Iam } from '../../iam/iam.ts';
import { toSignedRequest } from '../../iam/signature.ts';
import { serve } from '../serve.ts';
import { CognitoError } from './errors.ts';
import { accountOperations } from './operations/account.ts';
import { authOperations } from './operations/auth.ts';
import type { Operation } from './operations/operation.ts';
import { type CognitoOptions, type Directory, findPool, type Pool } from './pool.ts';
import { parseClientSettings, parsePoolSettings } from './pool-settings.ts';
import { getIssuer, getKeySet, loadSigningKey } from './tokens.ts';
import { openStore } from './user-store.ts';

export type { CognitoOptions } from './pool.ts';

export interface CognitoEmulator {
  /** `http://127.0.0.1:PORT`; Amplify gets it as `userPoolEndpoint`. */
  endpoint: string;
  /**
   * Creates a pool, or replaces the settings of an existing one.
   * @param properties of `AWS::Cognito::UserPool`, intrinsic functions resolved.
   * @throws Error that names each property that is not emulated.
   */
  createUserPool(poolId: string, properties: unknown): { id: string; arn: string; providerName: string };
  /** @param properties of `AWS::Cognito::UserPoolClient`. @throws Error as above, and when the pool does not exist. */
  createUserPoolClient(clientId: string, properties: unknown): { id: string };
  /** The keys that verify a pool's tokens. */
  jwks(poolId: string): JSONWebKeySet;
  /** The issuer that the pool's tokens name: the address of the real pool. */
  issuer(poolId: string): string;
  close(): Promise<void>;
}

/** The operations that the emulator implements, by the name in `X-Amz-Target`. */
const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({ ...accountOperations, ...authOperations }),
);
const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const MAX_BODY_BYTES = 256 * 1024;
/** Every operation of an administrator names the pool. */
const poolTarget = z.object({ UserPoolId: z.string().default('') });

/** Amazon Cognito user pools with sign-in by e-mail, on this machine. */
export async function startCognito({
  port,
  dataDir,
  iam = new Iam(),
  ...given
}: CognitoOptions): Promise<CognitoEmulator> {
  const directory: Directory = { pools: new Map(), clients: new Map() };
  const options: Pool['options'] = { now: Date.now, triggerTimeoutMs: 30_000, ...given };
  const createPoolArn = (id: string) =>
    `arn:aws:cognito-idp:${options.region}:${options.accountId}:userpool/${id}`;
  const authorize: Authorize = async (name, request, body) => {
    const { principal } = await iam.authenticate(toSignedRequest(request, body), { service: 'cognito-idp' });
    const { UserPoolId } = poolTarget.parse(parseJson(body));
    iam.authorize(principal, [{ action: `cognito-idp:${name}`, resource: createPoolArn(UserPoolId) }]);
  };
  const { endpoint, close } = await serve('the local Cognito', port ?? 0, (request, response) =>
    handle({ directory, authorize }, request, response),
  );

  return {
    endpoint,
    createUserPool(id, properties) {
      const settings = parsePoolSettings(id, properties);
      const pool = directory.pools.get(id);
      if (pool === undefined) directory.pools.set(id, openPool(id, settings, options, dataDir));
      else pool.settings = settings;
      return {
        id,
        arn: createPoolArn(id),
        providerName: getIssuer(options.region, id).replace('https://', ''),
      };
    },
    createUserPoolClient(id, properties) {
      const settings = parseClientSettings(id, properties);
      directory.clients.set(id, { id, pool: findPool(directory, settings.UserPoolId), settings });
      return { id };
    },
    jwks: (poolId) => getKeySet(findPool(directory, poolId).signingKey),
    issuer: (poolId) => getIssuer(options.region, findPool(directory, poolId).id),
    close,
  };
}

function openPool(
  id: string,
  settings: Pool['settings'],
  options: Pool['options'],
  dataDir: string | undefined,
): Pool {
  const { state, save } = openStore(id, dataDir);
  // The key must be the same after a restart, even if the pool was not used in between.
  save();
  const [, name = ''] = id.split('_');
  return {
    id,
    name,
    settings,
    signingKey: loadSigningKey(state.signingKey),
    state,
    hasSimulatedDelivery: false,
    save,
    options,
  };
}

/** @throws IamError if the caller may not run the operation. */
type Authorize = (operation: string, request: IncomingMessage, body: Buffer) => Promise<void>;

interface Context {
  directory: Directory;
  authorize: Authorize;
}

async function handle(context: Context, request: IncomingMessage, response: ServerResponse) {
  allowAnyOrigin(request, response);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  try {
    const keySetPool = /^\/([^/?]+)\/\.well-known\/jwks\.json$/.exec(request.url ?? '')?.[1];
    const isKeySet = request.method === 'GET' && keySetPool !== undefined;
    send(
      response,
      200,
      isKeySet
        ? getKeySet(findPool(context.directory, keySetPool).signingKey)
        : await runOperation(context, request),
    );
  } catch (error) {
    sendError(response, error);
  }
}

/** The AWS JSON 1.1 protocol. Every change is saved before the answer leaves, including changes of a failed call. */
async function runOperation({ directory, authorize }: Context, request: IncomingMessage): Promise<object> {
  const name = String(request.headers['x-amz-target']).replace(TARGET_PREFIX, '');
  const operation = operations.get(name);
  if (request.method !== 'POST' || operation === undefined) {
    throw new CognitoError('UnknownOperationException', `The local Cognito does not implement ${name}.`);
  }
  const body = await readBytes(request);
  if (operation.isSigned) await authorize(name, request, body);
  try {
    return await operation.run(directory, parseJson(body));
  } finally {
    for (const pool of directory.pools.values()) pool.save();
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  try {
    return await readBody(request, MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof TooLargeError) throw invalidBody('is too large');
    throw error;
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw invalidBody('is not JSON');
  }
}

const invalidBody = (problem: string) =>
  new CognitoError('SerializationException', `The request body ${problem}.`);

function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-expose-headers',
    'x-amzn-requestid,x-amzn-errortype,x-amzn-errormessage,date',
  );
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET,POST,OPTIONS');
  // The headers that Amplify and the SDK send change with their versions, so every requested header is allowed.
  response.setHeader(
    'access-control-allow-headers',
    request.headers['access-control-request-headers'] ?? '*',
  );
  response.setHeader('access-control-max-age', '86400');
}

function sendError(response: ServerResponse, error: unknown): void {
  const known = error instanceof IamError ? new CognitoError(error.type, error.message) : error;
  const isExpected = known instanceof CognitoError;
  const name = isExpected ? known.name : 'InternalErrorException';
  const message = error instanceof Error ? error.message : String(error);
  response.setHeader('x-amzn-errortype', `${name}:`);
  // The message of a trigger's error can contain characters that a header cannot.
  response.setHeader('x-amzn-errormessage', message.replace(/[^\x20-\x7e]/g, '?'));
  send(response, isExpected ? 400 : 500, { __type: name, message });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-amzn-requestid': randomUUID(),
  });
  response.end(JSON.stringify(body));
}
