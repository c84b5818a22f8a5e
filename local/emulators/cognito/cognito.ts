import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { createArn } from '../../credentials.ts';
import { Iam } from '../../iam/iam.ts';
import { serveAwsJson } from '../aws-json.ts';
import { accountOperations } from './operations/account.ts';
import { adminOperations } from './operations/admin.ts';
import type { Operation } from './operations/operation.ts';
import { signInOperations } from './operations/sign-in.ts';
import { type CognitoOptions, type Directory, findPool, openPoolState, type Pool } from './pool.ts';
import { parseClientSettings, parsePoolSettings } from './pool-settings.ts';
import { getIssuer, getKeySet, loadSigningKey } from './tokens.ts';

export type CognitoEmulator = Awaited<ReturnType<typeof startCognito>>;

const BROWSER_OPERATIONS = { ...accountOperations, ...signInOperations };
const OPERATIONS: Record<string, Operation> = { ...BROWSER_OPERATIONS, ...adminOperations };
/** The request of an administrator's operation. Each of these operations names the pool. */
const poolTarget = z.object({ UserPoolId: z.string() });

/** Emulates Amazon Cognito user pools whose users sign in by e-mail. */
export async function startCognito({ dataDir, iam = new Iam(), ...given }: CognitoOptions) {
  const directory: Directory = { pools: new Map(), clients: new Map() };
  const options: Pool['options'] = { now: Date.now, ...given };
  const { region } = options;
  const createPoolArn = (id: string) => createArn('cognito-idp', region, `userpool/${id}`);
  // Every change is saved before the response is sent. This includes the changes of a failed call.
  const runAndSave = (run: Operation) => async (input: unknown) => {
    try {
      return await run(directory, input);
    } finally {
      for (const pool of directory.pools.values()) pool.save();
    }
  };
  const { endpoint, close } = await serveAwsJson({
    name: 'The local Cognito',
    service: 'cognito-idp',
    iam,
    target: 'AWSCognitoIdentityProviderService.',
    maxBodyBytes: 256 * 1024,
    findResource: (body) => createPoolArn(poolTarget.parse(body).UserPoolId),
    operations: Object.fromEntries(
      Object.entries(OPERATIONS).map(([name, run]) => [name, runAndSave(run)] as const),
    ),
    browserOperations: new Set(Object.keys(BROWSER_OPERATIONS)),
  });

  return {
    /** The endpoint `http://127.0.0.1:PORT`. Amplify gets it as `userPoolEndpoint`. */
    endpoint,
    /**
     * Creates a pool, or replaces the settings of an existing pool.
     * @param properties the properties of `AWS::Cognito::UserPool` with resolved intrinsic functions.
     * @throws Error that names each property that is not emulated.
     */
    createUserPool(id: string, properties: unknown) {
      const settings = parsePoolSettings(id, properties);
      const pool = directory.pools.get(id);
      const path = dataDir && join(dataDir, `${id}.json`);
      if (pool === undefined) directory.pools.set(id, openPool(id, settings, options, path));
      else pool.settings = settings;
      return { id, arn: createPoolArn(id), providerName: getIssuer(region, id).replace('https://', '') };
    },
    /**
     * Creates an app client.
     * @param properties the properties of `AWS::Cognito::UserPoolClient`.
     * @throws Error that names each property that is not emulated; Error if the pool does not exist.
     */
    createUserPoolClient(id: string, properties: unknown) {
      const settings = parseClientSettings(id, properties);
      directory.clients.set(id, { id, pool: findPool(directory, settings.UserPoolId), settings });
      return { id };
    },
    /** Returns the public keys that verify the tokens of a pool. */
    jwks: (poolId: string): JSONWebKeySet => getKeySet(findPool(directory, poolId).signingKey),
    /** Returns the issuer in the tokens of a pool: the address of the real pool. */
    issuer: (poolId: string) => getIssuer(region, findPool(directory, poolId).id),
    close,
  };
}

function openPool(
  id: string,
  settings: Pool['settings'],
  options: Pool['options'],
  path: string | undefined,
): Pool {
  const { state, save } = openPoolState(id, path);
  const [, name = ''] = id.split('_');
  const signingKey = loadSigningKey(state.signingKey);
  return { id, name, settings, signingKey, state, hasSimulatedDelivery: false, save, options };
}
