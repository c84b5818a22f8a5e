import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { STORAGE_KEYS } from '../../../web/src/lib/browser-storage.ts';
import { configure, updateSession } from '../../../web/src/session/cognito.ts';
import { LOADING, sessionStore } from '../../../web/src/session/session-store.ts';
import * as home from '../support/home.ts';
import { CONFIG } from '../support/fake-api.ts';
import { ADA, fakeApi, openLazyPage, openPage, signIn } from '../support/site.tsx';

/** Values that an extension, another version of the site or a full disk may leave in storage. */
const CORRUPT = [
  'null',
  'undefined',
  '{',
  '[]',
  '{}',
  '42',
  '[null, 1, "a", [], {}]',
  `{"userId":"${ADA.id}","generationId":7,"sessionId":{},"prompt":[],"requestedAt":"now","email":null}`,
  `[{"userId":"${ADA.id}","id":"a","url":"javascript:alert(1)"}]`,
  '{"__proto__":{"userId":1}}',
  '\u0000\ud800',
  'a.b.c',
  'x'.repeat(100_000),
  '<img src=x onerror=alert(1)>',
];

const AMPLIFY = 'CognitoIdentityServiceProvider.client-1';
const AMPLIFY_KEYS = [
  `${AMPLIFY}.LastAuthUser`,
  ...['idToken', 'accessToken', 'refreshToken', 'clockDrift', 'signInDetails'].map(
    (name) => `${AMPLIFY}.${ADA.id}.${name}`,
  ),
];

function fillStorage(text: string): void {
  for (const key of [...Object.values(STORAGE_KEYS), ...AMPLIFY_KEYS]) {
    localStorage.setItem(key, text);
    sessionStorage.setItem(key, text);
  }
}

describe.each(CORRUPT.map((text) => [text.slice(0, 60), text]))('a storage that contains %s', (_, text) => {
  it('does not prevent the page from loading', async () => {
    fakeApi();
    fillStorage(text);
    signIn();
    openPage();

    expect(await screen.findByText('5')).toBeTruthy();
    expect(home.promptInput()).toBeTruthy();
  });

  it('is not a sign-in, and does not leave the session loading', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    // Amplify's keys contain the user's name: here it is the corrupt text itself, or a name with corrupt tokens.
    for (const user of [text, ADA.id]) {
      fillStorage(text);
      localStorage.setItem(`${AMPLIFY}.LastAuthUser`, user);
      for (const name of ['idToken', 'accessToken']) localStorage.setItem(`${AMPLIFY}.${user}.${name}`, text);
      configure({ ...CONFIG, userPoolId: 'us-west-2_Corrupt1', userPoolEndpoint: 'https://pool.test' });
      sessionStore.set(LOADING);

      await updateSession();

      expect(sessionStore.get()).toEqual({ status: 'visitor' });
    }
  });
});

it('a storage that contains almost valid values does not prevent a generation and a purchase', async () => {
  fakeApi();
  fillStorage(`{"userId":"${ADA.id}","generationId":"","startedAt":1e400,"credits":-1}`);
  signIn();
  const { unmount } = openPage();
  await waitFor(() => expect(home.promptInput().disabled).toBe(false));
  home.generate('a castle');
  expect(await home.findImage()).toBeTruthy();
  unmount();

  await openLazyPage('/buy-credits');
  expect(await screen.findByText('Get Starter')).toBeTruthy();
});
