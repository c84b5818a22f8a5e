import { withStored } from './support/creator.ts';
import { countRequests, GENERATE, overrideResponse } from './support/network.ts';
import { readStored, reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const HISTORY = 'thumbnailHistory';

test('The history holds four thumbnails: after the Warning! dialog, a new one replaces the oldest @4.history.appended @3.storage.history @3.history-entry @4.history.full @2.warning @4.history.cancel @4.history.continue @4.history.oldest-dropped @9.history', async ({
  page,
  visit,
  home,
  devTools,
  inspector,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 5);
  const ids = await creator.generate('A castle', 'A city', 'A forest');
  const requests = countRequests(page, GENERATE);
  const readHistory = () => readStored<{ id: string; url: string }[]>(page, HISTORY);
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(3);
  await home.negativePrompt.fill('blur');

  await test.step('A new thumbnail is appended', async () => {
    await home.submit('A robot');
    await expect(home.tiles).toHaveCount(4);
    await expect(home.balance(1)).toBeVisible();
    const history = await readHistory();
    expect(history.map(({ id }) => id).slice(0, 3)).toEqual(ids);
    const { id = '' } = history.at(-1) ?? {};
    const thumbnails = await inspector.thumbnails(creator.userId);
    expect(thumbnails.map(({ generationId }) => generationId).sort()).toEqual([...ids, id].sort());
    ids.push(id);
    await expect(home.image).toHaveAttribute('src', new RegExp(id));
    for (const [index, each] of ids.entries()) {
      expect(history[index]?.url).toContain(each);
      await expect(home.tiles.nth(index).getByRole('img')).toHaveAttribute('src', new RegExp(each));
    }
  });

  await test.step('Cancel closes the Warning! dialog with a message', async () => {
    await home.submit('A fifth idea');
    await expect(home.warning.getByRole('heading')).toHaveText('Warning!');
    await expect(home.warning.getByRole('button')).toHaveText([
      'Download',
      'Next in this series',
      'Continue',
      'Cancel',
    ]);
    await home.warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(home.warning).toBeHidden();
    await expect(toasts(page)).toHaveText(['Thumbnail generation cancelled.']);
    expect(requests()).toBe(1);
    expect(await inspector.balance(creator.userId)).toBe(1);
  });

  await test.step('Continue generates, and the oldest is dropped', async () => {
    await home.generate.click();
    await home.warning.getByRole('button', { name: 'Continue' }).click();
    await expect(home.warning).toBeHidden();
    await expect(home.balance(0)).toBeVisible();
    await expect(home.tiles).toHaveCount(4);
    // The balance may arrive before the image.
    await expect
      .poll(async () => (await readHistory()).map(({ id }) => id).slice(0, 3))
      .toEqual(ids.slice(1));
    const history = await readHistory();
    await expect(home.tiles.last().getByRole('img')).toHaveAttribute(
      'src',
      new RegExp(history.at(-1)?.id ?? ''),
    );
  });

  await test.step('A click shows a previous thumbnail, and a reload the newest', async () => {
    const newest = (await readHistory()).at(-1)?.id ?? '';
    await home.tiles.first().click();
    await expect(home.image).toHaveAttribute('src', new RegExp(ids[1] ?? ''));
    await expect(home.tiles.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(home.download).toBeEnabled();
    await reloadPage(page);
    await expect(home.image).toHaveAttribute('src', new RegExp(newest));
    await expect(home.tiles.last()).toHaveAttribute('aria-pressed', 'true');
    await expect(home.negativePrompt).toHaveValue('blur');
  });
});

test('A blob URL is removed from the stored history on loading, and never stored @3.storage.blob-loading @3.storage.blob-saving', async ({
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
  const readIds = async () => (await readStored<{ id: string }[]>(page, HISTORY)).map(({ id }) => id);
  await visit('/', withStored(creator, HISTORY, stored));
  await expect(home.tiles).toHaveCount(1);
  await expect(home.tiles.getByRole('img')).toHaveAttribute('src', new RegExp(kept));
  await expect.poll(readIds).toEqual([kept]);

  const blob = await page.evaluate<string>(
    `fetch('/favicon.svg').then((response) => response.blob()).then((bytes) => URL.createObjectURL(bytes))`,
  );
  await page.route(`**${GENERATE}`, (route) => overrideResponse(route, { imageURL: blob }));
  await home.submit('A forest');
  await expect(home.image).toHaveAttribute('src', blob);
  await expect(home.tiles).toHaveCount(2);
  expect(await readIds()).toEqual([kept]);
});
