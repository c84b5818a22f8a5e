import { withStored } from './support/creator.ts';
import { countRequests, GENERATE, overrideResponse } from './support/network.ts';
import { readStored, reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const HISTORY = 'thumbnailHistory';

test('A new thumbnail is appended to the history @4.history.appended @3.storage.history @3.history-entry', async ({
  page,
  visit,
  home,
  inspector,
  creator,
}) => {
  const [first = ''] = await creator.generate('A castle');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
  await home.submit('A city');
  await expect(home.tiles).toHaveCount(2);
  await expect(home.tiles.nth(0).getByRole('img')).toHaveAttribute('src', new RegExp(first));
  await expect(home.image).not.toHaveAttribute('src', new RegExp(first));
  const ids = (await inspector.thumbnails(creator.userId)).map(({ generationId }) => generationId);
  const newest = ids.find((id) => id !== first) ?? '';
  await expect(home.image).toHaveAttribute('src', new RegExp(newest));
  await expect(home.tiles.nth(1).getByRole('img')).toHaveAttribute('src', new RegExp(newest));
  const history = await readStored<{ id: string; url: string }[]>(page, HISTORY);
  expect(history.map(({ id }) => id)).toEqual([first, newest]);
  for (const { id, url } of history) expect(url).toContain(id);
});

test('With a full history, Generate opens the Warning! dialog, and Cancel closes it with a message @4.history.full @2.warning @4.history.cancel', async ({
  page,
  visit,
  home,
  inspector,
  collector,
}) => {
  const requests = countRequests(page, GENERATE);
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  await home.submit('A fifth idea');
  await expect(home.warning.getByRole('heading')).toHaveText('Warning!');
  await expect(home.warning.getByRole('button')).toHaveText(['Download', 'Continue', 'Cancel']);

  await home.warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(home.warning).toBeHidden();
  await expect(toasts(page)).toHaveText(['Thumbnail generation cancelled.']);
  await expect(home.generate).toBeEnabled();
  expect(requests()).toBe(0);
  expect(await inspector.balance(collector.userId)).toBe(2);
});

test('Continue generates, and the new thumbnail replaces the oldest @4.history.continue @4.history.oldest-dropped @9.history', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 5);
  const ids = await creator.generate('A castle', 'A city', 'A forest', 'A robot');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(4);
  await home.submit('A fifth idea');
  await home.warning.getByRole('button', { name: 'Continue' }).click();
  await expect(home.warning).toBeHidden();
  await expect(home.image).not.toHaveAttribute('src', new RegExp(ids.at(-1) ?? ''));
  await expect(home.tiles).toHaveCount(4);
  const history = await readStored<{ id: string }[]>(page, HISTORY);
  expect(history).toHaveLength(4);
  expect(history.slice(0, 3).map(({ id }) => id)).toEqual(ids.slice(1));
  const newest = new RegExp(history.at(-1)?.id ?? '');
  await expect(home.image).toHaveAttribute('src', newest);
  await expect(home.tiles.last().getByRole('img')).toHaveAttribute('src', newest);
});

test('A click on a previous thumbnail shows it in the preview @4.history.appended', async ({
  visit,
  home,
  collector,
}) => {
  const [, first = '', second = ''] = collector.thumbnailIds;
  await visit('/', collector);
  await home.tiles.nth(0).click();
  await expect(home.image).toHaveAttribute('src', new RegExp(first));
  await expect(home.tiles.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await home.tiles.nth(1).click();
  await expect(home.image).toHaveAttribute('src', new RegExp(second));
  await expect(home.download).toBeEnabled();
});

test('A new device shows the newest four thumbnails of the account @9.history', async ({
  visit,
  home,
  collector,
}) => {
  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  for (const [index, id] of collector.thumbnailIds.slice(1).entries()) {
    await expect(home.tiles.nth(index).getByRole('img')).toHaveAttribute('src', new RegExp(id));
  }
});

test('A stored entry with a blob URL is removed on loading @3.storage.blob-loading', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const [kept = '', removed = ''] = await creator.generate('A castle', 'A city');
  const entry = (id: string, url: string) => ({ id, url, userId: creator.userId });
  const stored = [
    entry(removed, 'blob:http://localhost/0b6b2d5c'),
    entry(kept, 'http://localhost/an-expired-url.png'),
  ];
  await visit('/', withStored(creator, HISTORY, stored));
  await expect(home.tiles).toHaveCount(1);
  await expect(home.tiles.getByRole('img')).toHaveAttribute('src', new RegExp(kept));
  const history = await readStored<{ id: string }[]>(page, HISTORY);
  expect(history.map(({ id }) => id)).toEqual([kept]);
});

test('A thumbnail with a blob URL is shown but not stored @3.storage.blob-saving', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.previous).toHaveAttribute('aria-busy', 'false');
  const blob = await page.evaluate<string>(
    `fetch('/favicon.svg').then((response) => response.blob()).then((bytes) => URL.createObjectURL(bytes))`,
  );
  await page.route(`**${GENERATE}`, (route) => overrideResponse(route, { imageURL: blob }));
  await home.submit('A castle');
  await expect(home.image).toHaveAttribute('src', blob);
  await expect(home.tiles).toHaveCount(1);
  expect(await readStored(page, HISTORY)).toEqual([]);
});

test('A reload shows the newest thumbnail, and keeps the negative prompt', async ({
  page,
  visit,
  home,
  collector,
}) => {
  const newest = new RegExp(collector.thumbnailIds.at(-1) ?? '');
  await visit('/', collector);
  // A field is stored under its user, so only once the session has loaded.
  await expect(home.image).toHaveAttribute('src', newest);
  await home.negativePrompt.fill('blur');
  await reloadPage(page);
  await expect(home.image).toHaveAttribute('src', newest);
  await expect(home.tiles.last()).toHaveAttribute('aria-pressed', 'true');
  await expect(home.negativePrompt).toHaveValue('blur');
});
