import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { keepTest } from '../../../web/src/features/library/model/running-tests.ts';
import { json, refusal } from '../support/fake-api.ts';
import { fakePictures } from '../finish/support/fake-pictures.ts';
import { card, openLibrary, pressOnCard, summary } from '../support/library.tsx';
import { ADA, BOB, fakeApi, imageUrl, lastPart, openLazyPage } from '../support/site.tsx';
import { press, signIn, storedThumbnail } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

beforeEach(fakePictures);

const openSet = (handlers: SiteHandlers = {}) =>
  openLibrary({
    listThumbnails: () =>
      json({
        thumbnails: ['a', 'b', 'c', 'd'].map((id) => summary(id, { setId: id === 'd' ? 'other' : 's' })),
      }),
    readThumbnail: (call) => json(storedThumbnail(lastPart(call), { url: imageUrl(lastPart(call)) })),
    ...handlers,
  });

it('keeps which thumbnails of a set are tested, until the winner is marked', async () => {
  await openSet();
  await screen.findByText('Prompt a');
  pressOnCard('a', 'Test pack');
  await screen.findByRole('dialog', { name: 'Test pack' });
  const download = await screen.findByRole<HTMLButtonElement>('button', { name: 'Download test pack' });
  await waitFor(() => expect(download.disabled).toBe(false));
  fireEvent.click(download);
  const tests = await screen.findByRole('list', { name: 'Running tests' });
  expect(within(tests).getByText('3 thumbnails are in a test.')).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('runningTests') ?? '')).toEqual([
    { userId: ADA.id, ids: ['c', 'b', 'a'] },
  ]);

  press('Mark the winner');
  fireEvent.click(await screen.findByRole('button', { name: 'Winner: 2' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Running tests' })).toBeNull());
  expect(card('b').getByText('Winner')).toBeTruthy();
});

it('says that a set has too few versions for a test', async () => {
  await openSet();
  await screen.findByText('Prompt d');
  pressOnCard('d', 'Test pack');

  expect(await screen.findByText('A test needs three versions, and this set has fewer.')).toBeTruthy();
});

it('goes on with a test when the mark of its winner is taken back', async () => {
  keepTest({ userId: ADA.id, ids: ['a', 'b', 'c'] });
  await openSet();
  await screen.findByRole('list', { name: 'Running tests' });
  press('Mark the winner');
  fireEvent.click(await screen.findByRole('button', { name: 'Winner: 2' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Running tests' })).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: 'Winner: 2', pressed: true }));

  await screen.findByRole('list', { name: 'Running tests' });
  expect(JSON.parse(localStorage.getItem('runningTests') ?? '')).toEqual([
    { userId: ADA.id, ids: ['a', 'b', 'c'] },
  ]);
});

it('goes on with a test when the server refuses the mark of its winner', async () => {
  keepTest({ userId: ADA.id, ids: ['a', 'b', 'c'] });
  await openSet({ updateThumbnail: () => refusal('invalid_request') });
  await screen.findByRole('list', { name: 'Running tests' });
  press('Mark the winner');
  fireEvent.click(await screen.findByRole('button', { name: 'Winner: 2' }));

  await screen.findByText(/^The winner could not be marked/);
  expect(await screen.findByRole('list', { name: 'Running tests' })).toBeTruthy();
});

it('keeps the test of another user of the browser, whose thumbnails this user does not have', async () => {
  keepTest({ userId: BOB.id, ids: ['a', 'b', 'c'] });
  fakeApi({ readThumbnail: () => refusal('not_found') });
  signIn();
  await openLazyPage('/thumbnails?test=a,b,c');

  expect(await screen.findByText('A thumbnail of this test was deleted.')).toBeTruthy();
  expect(JSON.parse(localStorage.getItem('runningTests') ?? '')).toEqual([
    { userId: BOB.id, ids: ['a', 'b', 'c'] },
  ]);
});

it('ends a test whose thumbnail was deleted', async () => {
  keepTest({ userId: ADA.id, ids: ['a', 'b', 'c'] });
  await openLibrary({ readThumbnail: () => refusal('not_found') });
  press('Mark the winner');

  expect(await screen.findByText('A thumbnail of this test was deleted.')).toBeTruthy();
  await waitFor(() => expect(localStorage.getItem('runningTests')).toBeNull());
});
