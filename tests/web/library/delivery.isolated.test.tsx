import { expect, it, vi } from 'vitest';
import { openLibrary, replyWithList, waitForCards } from '../support/library.tsx';

const loaded = vi.hoisted(() => vi.fn<() => void>());
vi.mock('../../../web/src/outbox/deliver.ts', async (original) => {
  loaded();
  return await original();
});

it('The library loads the code that sends changes when it opens: Firefox never loads it after a failed try', async () => {
  await openLibrary({ listThumbnails: () => replyWithList('card-1') });
  await waitForCards('card-1');

  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce());
});
