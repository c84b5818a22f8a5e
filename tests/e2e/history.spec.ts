import { GENERATE, countCalls, retouch } from './support/calls.ts';
import { stored, withStored } from './support/storage.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const IDEAS = ['A castle', 'A city', 'A forest', 'A robot'];

test('[4.history.appended 3.storage.history 3.history-entry] A new thumbnail joins the end of the history', async ({
  page,
  visit,
  home,
  audit,
  creator,
}) => {
  const [first = ''] = await creator.generate('A castle');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
  await home.ask('A city');
  await expect(home.tiles).toHaveCount(2);
  await expect(home.tiles.nth(0).getByRole('img')).toHaveAttribute('src', new RegExp(first));
  await expect(home.tiles.nth(1).getByRole('img')).toHaveAttribute(
    'src',
    (await home.picture.getAttribute('src')) ?? '',
  );
  const ids = (await audit.thumbnails(creator.userId)).map(({ generationId }) => generationId);
  const history = await stored<{ id: string; url: string }[]>(page, 'thumbnailHistory');
  expect(history.map(({ id }) => id)).toEqual([first, ids.find((id) => id !== first)]);
  for (const { id, url } of history) expect(url).toContain(id);
});

test('[4.history.full 2.warning] With four thumbnails, Generate asks first', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 6);
  await creator.generate(...IDEAS);
  const calls = countCalls(page, GENERATE);
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(4);
  await home.ask('A fifth idea');
  await expect(home.warning).toBeVisible();
  await expect(home.warning.getByRole('heading')).toHaveText('Warning!');
  await expect(home.warning.getByRole('button')).toHaveText(['Continue', 'Cancel']);
  expect(calls()).toBe(0);
});

test('[4.history.continue 4.history.oldest-dropped 9.history] Continue generates; the newest takes the place of the oldest', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 6);
  const ids = await creator.generate(...IDEAS);
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(4);
  await home.ask('A fifth idea');
  await home.warning.getByRole('button', { name: 'Continue' }).click();
  await expect(home.warning).toBeHidden();
  await expect(home.picture).toBeVisible();
  await expect(home.tiles).toHaveCount(4);
  const history = await stored<{ id: string }[]>(page, 'thumbnailHistory');
  expect(history).toHaveLength(4);
  expect(history.slice(0, 3).map(({ id }) => id)).toEqual(ids.slice(1));
  await expect(home.tiles.last().getByRole('img')).toHaveAttribute(
    'src',
    (await home.picture.getAttribute('src')) ?? '',
  );
});

test('[4.history.cancel] Cancel closes the dialog, says so, and nothing is generated', async ({
  page,
  visit,
  home,
  purse,
  audit,
  creator,
}) => {
  await purse.fill(creator.userId, 6);
  await creator.generate(...IDEAS);
  const calls = countCalls(page, GENERATE);
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(4);
  await home.ask('A fifth idea');
  await home.warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(home.warning).toBeHidden();
  await expect(toasts(page)).toHaveText(['Thumbnail generation cancelled.']);
  await expect(home.generate).toBeEnabled();
  expect(calls()).toBe(0);
  expect(await audit.balance(creator.userId)).toBe(2);
});

test('[4.history.appended] A click brings an earlier thumbnail back onto the preview', async ({
  visit,
  home,
  creator,
}) => {
  const [castle = '', city = ''] = await creator.generate('A castle', 'A city');
  await visit('/', creator);
  await home.tiles.nth(0).click();
  await expect(home.picture).toHaveAttribute('src', new RegExp(castle));
  await expect(home.tiles.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await home.tiles.nth(1).click();
  await expect(home.picture).toHaveAttribute('src', new RegExp(city));
  await expect(home.download).toBeEnabled();
});

test('[9.history] A new device starts from the newest four thumbnails of the account', async ({
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 6);
  const ids = await creator.generate('The oldest', ...IDEAS);
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(4);
  const sources = await home.tiles.getByRole('img').all();
  for (const [at, source] of sources.entries()) {
    await expect(source).toHaveAttribute('src', new RegExp(ids[at + 1] ?? 'none'));
  }
});

test('[3.storage.blob-loading] A stored entry with a blob address is dropped on loading', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const [lasting = '', passing = ''] = await creator.generate('A castle', 'A city');
  const entry = (id: string, url: string) => ({ id, url, userId: creator.userId });
  await visit(
    '/',
    withStored(creator, 'thumbnailHistory', [
      entry(passing, 'blob:http://localhost/0b6b2d5c'),
      entry(lasting, 'http://localhost/an-address-that-has-run-out.png'),
    ]),
  );
  await expect(home.tiles).toHaveCount(1);
  await expect(home.tiles.getByRole('img')).toHaveAttribute('src', new RegExp(lasting));
  const history = await stored<{ id: string }[]>(page, 'thumbnailHistory');
  expect(history.map(({ id }) => id)).toEqual([lasting]);
});

test('[3.storage.blob-saving] A thumbnail with a blob address is shown, and not stored', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.previous).toHaveAttribute('aria-busy', 'false');
  const blob = await page.evaluate<string>(
    `fetch('/favicon.svg').then((answer) => answer.blob()).then((bytes) => URL.createObjectURL(bytes))`,
  );
  await page.route(`**${GENERATE}`, (route) => retouch(route, { imageURL: blob }));
  await home.ask('A castle');
  await expect(home.picture).toHaveAttribute('src', blob);
  await expect(home.tiles).toHaveCount(1);
  expect(await stored(page, 'thumbnailHistory')).toEqual([]);
});
