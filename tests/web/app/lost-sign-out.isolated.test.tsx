import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { cognito, fakeApi, openPage, pressSignOut, signIn } from '../support/site.tsx';

const load = vi.hoisted(() => vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))));
vi.mock('../../../web/src/app/sign-out.tsx', load);

it('the code of the sign-out loads before the press, and the page says that the session goes on without the code', async () => {
  fakeApi();
  signIn();
  openPage('/buy-credits');
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  pressSignOut();

  const text =
    'You are still signed in: part of this page could not be loaded. Check your connection and load it again.';
  expect(await screen.findByText(text)).toBeDefined();
  expect(cognito.signOut).not.toHaveBeenCalled();
});
