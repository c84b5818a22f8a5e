import type { BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { signIn } from '../../support/cloud/sign-in.ts';
import type { DevTools } from './dev-tools.ts';
import { connectUserPool, PASSWORD, signUpUser } from './user-pool.ts';

type StorageState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;

/** A confirmed user, and the browser storage of a signed-in session. */
export interface Creator {
  userId: string;
  email: string;
  storageState: StorageState;
  /** Generates thumbnails through the API, one after another. @returns their ids in the order of the prompts */
  generate(...prompts: string[]): Promise<string[]>;
}

/** Signs up, confirms and signs in through the APIs, which takes a fraction of the time of the forms. */
export async function createCreator(devTools: DevTools, email?: string): Promise<Creator> {
  const address = await signUpUser(devTools, { email });
  const { userPoolId, userPoolClientId } = devTools.config;
  const cognito = connectUserPool(devTools);
  const session = await signIn({ cognito, userPoolId, userPoolClientId, email: address, password: PASSWORD });
  const { userId, token, accessToken, refreshToken } = session;

  const generateOne = async (prompt: string) => {
    const response = await fetch(`${devTools.url}/api/generate-thumbnail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, userId }),
    });
    return z.object({ generationId: z.string() }).parse(await response.json()).generationId;
  };
  return {
    userId,
    email: address,
    storageState: storeSession(devTools.url, userPoolClientId, {
      userId,
      email: address,
      token,
      accessToken,
      refreshToken,
    }),
    async generate(...prompts) {
      const ids: string[] = [];
      for (const prompt of prompts) ids.push(await generateOne(prompt));
      return ids;
    },
  };
}

/** Adds an entry to the local storage of a creator's browser. */
export function withStored(creator: Creator, name: string, value: unknown): Creator {
  const { cookies, origins } = creator.storageState;
  const item = { name, value: JSON.stringify(value) };
  const withItem = origins.map((origin) => ({ ...origin, localStorage: [...origin.localStorage, item] }));
  return { ...creator, storageState: { cookies, origins: withItem } };
}

interface Session {
  userId: string;
  email: string;
  token: string;
  accessToken: string;
  refreshToken: string;
}

/** The local storage that Amplify writes on sign-in. */
export function storeSession(url: string, userPoolClientId: string, session: Session): StorageState {
  const { userId, email, token: idToken, accessToken, refreshToken } = session;
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const signInDetails = JSON.stringify({ loginId: email, authFlowType: 'USER_SRP_AUTH' });
  const perUser = { idToken, accessToken, refreshToken, signInDetails, clockDrift: '0' };
  const localStorage = [
    { name: `${prefix}.LastAuthUser`, value: userId },
    ...Object.entries(perUser).map(([key, value]) => ({ name: `${prefix}.${userId}.${key}`, value })),
  ];
  return { cookies: [], origins: [{ origin: url, localStorage }] };
}
