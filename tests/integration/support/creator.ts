import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { MemoryStorage } from './memory-storage.ts';

const PASSWORD = 'correct horse 7';

/** What a call to the API answered. */
export interface Answer {
  status: number;
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
  /** Asks for one thumbnail. */
  generate(prompt: string, more?: Record<string, unknown>): Promise<Answer>;
  credits(): Promise<number>;
}

const siteConfig = z.object({ region: z.string(), userPoolId: z.string(), userPoolClientId: z.string() });

export async function newCreator(cloud: EmbeddedCloud): Promise<Creator> {
  const config = siteConfig.parse(await (await fetch(`${cloud.url}/config.json`)).json());
  const endpoint = cloud.endpoints.COGNITO_IDENTITY_PROVIDER;
  const cognito = new CognitoIdentityProviderClient({
    region: config.region,
    endpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
  const email = `${randomUUID()}@example.com`;
  const { userPoolClientId: ClientId } = config;
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
  const { token, userId } = await signInWithAmplify(config, endpoint, email);

  const call = (path: string, init?: RequestInit) => request(cloud.url + path, token, init);
  const post = (path: string, body: unknown) => call(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    userId,
    email,
    token,
    get: (path) => call(path),
    post,
    generate: (prompt, more = {}) => post('/api/generate-thumbnail', { prompt, userId, ...more }),
    credits: async () => z.number().parse((await call('/api/credits')).body['credits']),
  };
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
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

/** Amplify is one per process, so it is emptied after each user. */
async function signInWithAmplify(
  config: z.output<typeof siteConfig>,
  userPoolEndpoint: string,
  username: string,
): Promise<{ token: string; userId: string }> {
  const { userPoolId, userPoolClientId } = config;
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(new MemoryStorage());
  await signIn({ username, password: PASSWORD });
  const { tokens } = await fetchAuthSession();
  const token = z.string().parse(tokens?.idToken?.toString());
  const userId = z.string().parse(tokens?.idToken?.payload.sub);
  cognitoUserPoolsTokenProvider.setKeyValueStorage(new MemoryStorage());
  await signOut().catch(() => undefined);
  return { token, userId };
}
