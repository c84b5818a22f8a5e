import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { deferredReply, json, refusal } from '../support/fake-api.ts';
import { cognito } from '../support/sign-in-stubs.ts';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { listFailedRequests } from '../../../web/src/api/read-error.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { openHome, storedIds, storeHistory } from '../support/home.ts';
import {
  ADA,
  BOB,
  fakeApi,
  imageUrl,
  lastPart,
  openLazyPage,
  postCalls,
  setSession,
  signIn,
  storedThumbnail,
} from '../support/site.tsx';

it('A user who is signed in when Back brings a page of another user sees no new key of the other user', async () => {
  const read = vi.spyOn(cognito, 'updateSession');
  read.mockImplementationOnce(() => {
    setSession({ status: 'signed-in', user: BOB });
    return Promise.resolve();
  });
  onTestFinished(() => read.mockRestore());
  const created = { id: 'k-3', name: 'Batch', createdAt: '2026-11-24T10:00:00.000Z' };
  fakeApi({
    listKeys: () => json({ keys: [] }),
    createKey: () => json({ ...created, key: 'tf_dev_k-3_secret' }),
  });
  signIn(ADA);
  await openLazyPage('/account');
  fireEvent.change(await screen.findByLabelText('Name of the new key'), { target: { value: 'Batch' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
  await screen.findByDisplayValue('tf_dev_k-3_secret');
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  await screen.findAllByText(BOB.email);
  expect(screen.queryByDisplayValue('tf_dev_k-3_secret')).toBeNull();
});

it.each([
  ['replaces the other user', () => undefined],
  ['signs in after the other user has left', () => setSession(VISITOR)],
])('A user who %s sees no message of the other user', async (_, leave) => {
  openHome();
  const retry = { label: 'Try again', onClick: () => undefined };
  notify.error('Your picture me.jpg was not stored.', { duration: Infinity, action: retry });
  await screen.findByRole('button', { name: 'Try again' });
  leave();
  signIn(ADA);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  leave();
  signIn(BOB);

  await waitFor(() => expect(screen.queryByText('Your picture me.jpg was not stored.')).toBeNull());
});

it('A message to support does not have the ids of the failed requests of another user', async () => {
  let isRefused = true;
  const calls = fakeApi({
    readCredits: () => (isRefused ? refusal('internal') : json({ credits: 5 })),
    sendSupportMessage: () => json({ level: 'standard', answerHours: 24 }),
  });
  signIn(ADA);
  await openLazyPage('/support');
  await waitFor(() => expect(listFailedRequests()).not.toEqual([]));
  isRefused = false;
  signIn(BOB);
  fireEvent.change(await screen.findByLabelText('Subject'), { target: { value: 'My credits' } });
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Where are they?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }));

  await waitFor(() => expect(postCalls(calls)).toHaveLength(1));
  expect(postCalls(calls)[0]?.body).toMatchObject({ subject: 'My credits', requestIds: [] });
});

it('A user keeps the previous thumbnails when an image of the user before is repaired late', async () => {
  const late = deferredReply<'readThumbnail'>();
  const replies = [json(storedThumbnail('a')), late.promise];
  const calls = openHome(
    { readThumbnail: (call) => replies.shift() ?? json(storedThumbnail(lastPart(call))) },
    ['a'],
  );
  fireEvent.error(await screen.findByAltText('Prompt a'));
  await waitFor(() => expect(calls.filter((call) => lastPart(call) === 'a')).toHaveLength(2));
  storeHistory(['b', 'c'], BOB.id);
  signIn(BOB);
  await screen.findByAltText('Prompt b');
  late.resolve(json(storedThumbnail('a')));
  const image = () => screen.getByAltText<HTMLImageElement>('Prompt b');
  fireEvent.error(image());
  await waitFor(() => expect(image().src).toBe(`${imageUrl('b')}#again`));

  expect(storedIds()).toEqual(['b', 'c']);
});
