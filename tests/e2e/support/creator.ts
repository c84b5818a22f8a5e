import type { BrowserContext } from '@playwright/test';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ConsoleLogger } from 'aws-amplify/utils';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MemoryStorage } from '../../integration/support/memory-storage.ts';
import { PASSWORD, signUpOverTheWire } from './cognito.ts';
import type { Workshop } from './workshop.ts';

/** A confirmed user of the pool, and what the browser of somebody who has signed in as one keeps. */
export interface Creator {
  userId: string;
  email: string;
  /** For calls to the user pool, as from another device. */
  accessToken: string;
  signedIn: Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;
  /** Makes thumbnails through the API, one after another. @returns their ids, in the order of the prompts. */
  generate(...prompts: string[]): Promise<string[]>;
}

export const newEmail = () => `${randomUUID()}@example.com`;

/** Signs up, confirms and signs in over the wire: what the screens do, in a fraction of their time. */
export async function newCreator(workshop: Workshop, email = newEmail()): Promise<Creator> {
  await signUpOverTheWire(workshop, email);
  const { userId, token, accessToken, localStorage } = await signInWithAmplify(workshop, email);

  const generateOne = async (prompt: string) => {
    const response = await fetch(`${workshop.url}/api/generate-thumbnail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, userId }),
    });
    return z.object({ generationId: z.string() }).parse(await response.json()).generationId;
  };
  return {
    userId,
    email,
    accessToken,
    signedIn: { cookies: [], origins: [{ origin: workshop.url, localStorage }] },
    async generate(...prompts) {
      const ids: string[] = [];
      for (const prompt of prompts) ids.push(await generateOne(prompt));
      return ids;
    },
  };
}

class RecordedStorage extends MemoryStorage {
  readonly items = new Map<string, string>();

  override setItem(key: string, value: string): Promise<void> {
    this.items.set(key, value);
    return super.setItem(key, value);
  }
}

/** Amplify is one per process, and a worker of the test runner runs one test at a time. */
async function signInWithAmplify({ config }: Workshop, username: string) {
  ConsoleLogger.LOG_LEVEL = 'ERROR'; // It warns of every user pool that is not Amazon's own.
  const { userPoolId, userPoolClientId, userPoolEndpoint } = config;
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });
  const storage = new RecordedStorage();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);
  await signIn({ username, password: PASSWORD });
  const { tokens } = await fetchAuthSession();
  cognitoUserPoolsTokenProvider.setKeyValueStorage(new MemoryStorage());
  return {
    userId: z.string().parse(tokens?.idToken?.payload.sub),
    token: z.string().parse(tokens?.idToken?.toString()),
    accessToken: z.string().parse(tokens?.accessToken.toString()),
    localStorage: [...storage.items].map(([name, value]) => ({ name, value })),
  };
}
