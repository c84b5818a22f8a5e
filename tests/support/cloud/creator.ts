import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { inspectCloud } from '../cloud-inspector.ts';
import { signIn } from './sign-in.ts';

const PASSWORD = 'correct horse 7';

/** Welcome credits in the integration tests, which spend some of them. Independent of the welcome credits of the stage `dev`. */
export const WELCOME = 3;

/** The answer of the API to a call. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A signed-up, confirmed and signed-in user of an embedded cloud, over the real protocols. */
export interface Creator {
  userId: string;
  email: string;
  /** The id token, as the site sends it. */
  token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  /** Asks for the deletion of the account. */
  closeAccount(): Promise<Answer>;
  /** Asks for one thumbnail. */
  generate(prompt: string, more?: Record<string, unknown>): Promise<Answer>;
  credits(): Promise<number>;
}

const siteConfig = z.object({ region: z.string(), userPoolId: z.string(), userPoolClientId: z.string() });

/** @param email address of the creator. @default an address that no earlier creator has */
export async function newCreator(
  cloud: EmbeddedCloud,
  email = `${randomUUID()}@example.com`,
): Promise<Creator> {
  await signUp(cloud, email);
  return returningCreator(cloud, email);
}

/**
 * A creator whom an operator added, with the state after a sign-up. For tests of what follows: the slow hash of the welcome
 * takes most of the time of a sign-up.
 */
export async function addCreator(cloud: EmbeddedCloud): Promise<Creator> {
  const email = `${randomUUID()}@example.com`;
  const { region, userPoolId: UserPoolId } = await readConfig(cloud);
  const cognito = connectUserPool(cloud, region);
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
      MessageAction: 'SUPPRESS',
    }),
  );
  const Username = z.string().parse(User?.Username);
  await cognito.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username, Password: PASSWORD, Permanent: true }),
  );
  await inspectCloud(cloud).createAccount(Username, WELCOME);
  return returningCreator(cloud, email);
}

/** Signs up and confirms. @throws Cognito's errors, and what its trigger threw: then the user is confirmed all the same. */
export async function signUp(cloud: EmbeddedCloud, email: string): Promise<void> {
  const { region, userPoolClientId: ClientId } = await readConfig(cloud);
  const cognito = connectUserPool(cloud, region);
  await cognito.send(
    new SignUpCommand({
      ClientId,
      Username: email,
      Password: PASSWORD,
      UserAttributes: [{ Name: 'email', Value: email }],
    }),
  );
  const ConfirmationCode = cloud.mailbox.list().find((mail) => mail.to === email)?.code;
  await cognito.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode }));
}

/** Signs in somebody who has signed up. */
export async function returningCreator(cloud: EmbeddedCloud, email: string): Promise<Creator> {
  const { region, ...pool } = await readConfig(cloud);
  const cognito = connectUserPool(cloud, region);
  const { token, userId } = await signIn({ cognito, ...pool, email, password: PASSWORD });
  const call = (path: string, init?: RequestInit) => request(cloud.url + path, token, init);
  const send = (method: string) => (path: string, body: unknown) =>
    call(path, { method, body: JSON.stringify(body) });
  const post = send('POST');
  const remove = (path: string) => call(path, { method: 'DELETE' });
  return {
    userId,
    email,
    token,
    get: (path) => call(path),
    post,
    put: send('PUT'),
    delete: remove,
    closeAccount: () => remove('/api/account'),
    generate: (prompt, more = {}) => post('/api/generate-thumbnail', { prompt, userId, ...more }),
    credits: async () => z.number().parse((await call('/api/credits')).body['credits']),
  };
}

export const connectUserPool = (cloud: EmbeddedCloud, region: string) =>
  new CognitoIdentityProviderClient({
    region,
    endpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
    credentials: LOCAL_CREDENTIALS,
  });

export async function readConfig(cloud: EmbeddedCloud): Promise<z.output<typeof siteConfig>> {
  return siteConfig.parse(await (await fetch(`${cloud.url}/config.json`)).json());
}

/** One call with a bearer token, or without. */
export async function request(
  url: string,
  token: string | undefined,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await fetch(url, {
    ...init,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const { status, headers } = response;
  return { status, headers, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}
