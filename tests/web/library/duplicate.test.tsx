import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { finishPath } from '../../../web/src/lib/paths.ts';
import { designKey, saveRequest } from '../../../web/src/outbox/designs.ts';
import { outbox } from '../../../web/src/outbox/outbox.ts';
import { notify } from '../../../web/src/ui/notify.ts';
import { TEXT_LAYER } from '../../support/designs.ts';
import { json, lostConnection, refusal, type FakeCall } from '../support/fake-api.ts';
import { openLibrary, pressOnCard, summary, waitForCards } from '../support/library.tsx';
import { ADA, currentUrl, press } from '../support/site.tsx';

interface Copy {
  url: string;
  copyId: string;
}

const copies = (calls: FakeCall[]): Copy[] =>
  calls
    .filter(({ method, url }) => method === 'POST' && url.endsWith('/copies'))
    .map(({ url, body }) => ({ url, copyId: (body as Copy).copyId }));

it('duplicates a thumbnail once for two quick presses, lists the copy and offers to finish it', async () => {
  let copied: string | undefined;
  const calls = await openLibrary({
    listThumbnails: () =>
      json({
        thumbnails: [
          ...(copied === undefined ? [] : [summary(copied, { prompt: 'Prompt a copy' })]),
          summary('a'),
        ],
      }),
    duplicateThumbnail: ({ body }) => {
      copied = (body as Copy).copyId;
      return json({ id: copied });
    },
  });
  await waitForCards('a');

  pressOnCard('a', 'Duplicate');
  pressOnCard('a', 'Duplicate');

  await waitForCards('a copy', 'a');
  expect(copies(calls)).toEqual([{ url: '/api/thumbnails/a/copies', copyId: copied }]);
  expect(await screen.findByText('Thumbnail duplicated.')).toBeTruthy();
  press('Finish');
  await waitFor(() => expect(currentUrl()).toBe(finishPath(copied ?? '')));
});

it('goes on with the same copy after a lost connection, and makes another copy after a refusal', async () => {
  const replies = [lostConnection, () => refusal('internal'), () => json({ id: 'b' })];
  const calls = await openLibrary({
    listThumbnails: () => json({ thumbnails: [summary('a')] }),
    duplicateThumbnail: () => {
      const reply = replies.shift();
      if (reply === undefined) throw new Error('There is no further reply.');
      return reply();
    },
  });
  await waitForCards('a');
  const failures = vi.spyOn(notify, 'error');
  onTestFinished(() => failures.mockRestore());
  for (const count of [1, 2]) {
    pressOnCard('a', 'Duplicate');
    await waitFor(() => expect(failures).toHaveBeenCalledTimes(count));
    expect(failures).toHaveBeenLastCalledWith(expect.stringMatching(/^The thumbnail was not duplicated\./));
  }
  pressOnCard('a', 'Duplicate');
  await screen.findByText('Thumbnail duplicated.');

  const [first, second, third] = copies(calls).map(({ copyId }) => copyId);
  expect([first === second, second === third]).toEqual([true, false]);
});

it('does not copy an older design than the finish page has shown', async () => {
  const calls = await openLibrary({
    listThumbnails: () => json({ thumbnails: [summary('a')] }),
    saveDesign: () => refusal('too_many_requests'),
  });
  await waitForCards('a');
  const key = designKey('a', 'page-of-copy');
  onTestFinished(() => outbox.discard(key));
  const request = saveRequest('a', { layers: [TEXT_LAYER], crop: 0.2 });
  outbox.put({ key, userId: ADA.id, request, delay: 0 });
  await waitFor(() => expect(outbox.getState(key).status).toBe('retrying'));
  pressOnCard('a', 'Duplicate');

  expect(
    await screen.findByText('The thumbnail was not duplicated. Its latest changes are not saved yet.'),
  ).toBeTruthy();
  expect(copies(calls)).toEqual([]);
});
