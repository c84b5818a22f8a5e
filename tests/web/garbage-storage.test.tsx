// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configure, followSession } from '../../web/src/session/cognito.ts';
import { LOADING, sessionStore } from '../../web/src/session/session-store.ts';
import { ADA, api, open, picture, pressGenerate, promptInput, type } from './app/home-harness.tsx';

/** What an extension, another version of the site or a full disk may leave under a key of ours. */
const GARBAGE = [
  'null',
  'undefined',
  '{',
  '[]',
  '{}',
  '"text"',
  '42',
  'true',
  '[null, 1, "a", [], {}]',
  `{"userId":"${ADA.id}"}`,
  `{"userId":"${ADA.id}","generationId":7,"sessionId":{},"prompt":[],"at":"now","email":null}`,
  `[{"userId":"${ADA.id}","id":"a","url":"javascript:alert(1)"}]`,
  '{"__proto__":{"userId":1}}',
  '\u0000\ud800',
  'a.b.c',
  'x'.repeat(100_000),
  '<img src=x onerror=alert(1)>',
];

const AMPLIFY = 'CognitoIdentityServiceProvider.client-1';
/** Every key that the site, or Amplify for it, reads. */
const LOCAL_KEYS = [
  'currentPrompt',
  'currentPromptOwner',
  'thumbnailHistory',
  'pendingCode.sign_up',
  'pendingCode.reset',
  `${AMPLIFY}.LastAuthUser`,
  ...['idToken', 'accessToken', 'refreshToken', 'clockDrift', 'signInDetails'].map(
    (name) => `${AMPLIFY}.${ADA.id}.${name}`,
  ),
];
const TAB_KEYS = ['pendingGeneration', 'openedCheckout', 'pendingCode.magic_link'];

function fillStorage(garbage: string): void {
  for (const key of LOCAL_KEYS) localStorage.setItem(key, garbage);
  for (const key of TAB_KEYS) sessionStorage.setItem(key, garbage);
}

afterEach(() => vi.unstubAllGlobals());

describe.each(GARBAGE.map((garbage) => [garbage.slice(0, 60), garbage]))(
  'a storage full of %s',
  (_, garbage) => {
    it('does not keep the page from loading, and the balance from being read', async () => {
      api();
      fillStorage(garbage);
      sessionStore.set({ status: 'signed-in', user: ADA });
      open();

      expect(await screen.findByText('5')).toBeTruthy();
      expect(promptInput()).toBeTruthy();
    });

    it('is nobody’s sign-in, and not one that loads for ever', async () => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
      // What Amplify looks for goes by the user's name: here that is the garbage, or a name with garbage for tokens.
      for (const user of [garbage, ADA.id]) {
        fillStorage(garbage);
        localStorage.setItem(`${AMPLIFY}.LastAuthUser`, user);
        for (const name of ['idToken', 'accessToken'])
          localStorage.setItem(`${AMPLIFY}.${user}.${name}`, garbage);
        configure({
          region: 'us-west-2',
          userPoolId: 'us-west-2_Garbage1',
          userPoolClientId: 'client-1',
          userPoolEndpoint: 'https://pool.test',
          models: [],
          packs: [],
          magicLink: false,
        });
        sessionStore.set(LOADING);

        await followSession();

        expect(sessionStore.get()).toEqual({ status: 'visitor' });
      }
    });
  },
);

describe('a storage full of what looks like ours', () => {
  const almost = `{"userId":"${ADA.id}","generationId":"","startedAt":1e400,"credits":-1}`;

  it('does not keep anybody from generating', async () => {
    api();
    fillStorage(almost);
    sessionStore.set({ status: 'signed-in', user: ADA });
    open();
    await waitFor(() => expect(promptInput()).toHaveProperty('disabled', false));
    type('a castle');
    pressGenerate();

    expect(await picture()).toBeTruthy();
  });

  it('does not keep anybody from buying', async () => {
    api();
    fillStorage(almost);
    sessionStore.set({ status: 'signed-in', user: ADA });
    open('/buy-credits');

    expect(await screen.findByText('Get Starter')).toBeTruthy();
  });
});
