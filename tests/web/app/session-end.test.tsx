import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { ID, openEditor, passPause, stubBrowser, withThumbnail } from '../finish/support/finish-page.ts';
import { deferredReply, expiredSession } from '../support/fake-api.ts';
import { BOB, fakeApi, mockSignOut, openPage, pressSignOut, signIn } from '../support/site.tsx';
import { cognito } from '../support/sign-in-stubs.ts';

beforeEach(stubBrowser);

it('a sign-out says one thing, although a request that was in flight is refused', async () => {
  mockSignOut();
  const reply = deferredReply<'listCutouts'>();
  await openEditor({ ...withThumbnail({}), listCutouts: () => reply.promise });
  pressSignOut();
  await screen.findByText('Signed out successfully!');
  reply.resolve(expiredSession());
  await passPause();

  expect(screen.queryByText(/Your session has ended/)).toBeNull();
  expect(cognito.signOut).toHaveBeenCalledOnce();
});

it('a request of an earlier user that is refused does not sign out the user who has signed in meanwhile', async () => {
  mockSignOut();
  const reply = deferredReply<'listCutouts'>();
  await openEditor({ ...withThumbnail({}), listCutouts: () => reply.promise });
  signIn(BOB);
  reply.resolve(expiredSession());
  await passPause();

  expect(screen.queryByText(/Your session has ended/)).toBeNull();
  expect(cognito.signOut).not.toHaveBeenCalled();
});

it('a session that expires on the finish page comes back to it after the sign-in', async () => {
  mockSignOut();
  fakeApi({ ...withThumbnail({}), listCutouts: expiredSession });
  signIn();
  openPage(`/thumbnails/${ID}`);
  await screen.findByText(/Your session has ended/);
  await screen.findByText('The sign-in page');
  await passPause();

  expect(screen.getByText(/^It leads to/).textContent).toBe(`It leads to /thumbnails/${ID}`);
});
