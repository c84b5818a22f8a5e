import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';

test('A creator compares a thumbnail with real videos, and reads which one it resembles', async ({
  page,
  visit,
  creator,
}) => {
  const [id = ''] = await creator.generate('I Built a Castle in 24 Hours');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('tab', { name: 'Preview' }).click();
  const field = page.getByRole('textbox', { name: 'Link to a video or channel' });
  await field.fill('youtu.be/aaaaaaaaaaa https://www.youtube.com/watch?v=bbbbbbbbbbb');
  await field.press('Enter');
  const rivals = page.getByRole('region', { name: 'Real rivals' });
  await expect(rivals.getByText(/^from \d of 2$/)).toBeVisible();
  const shown = page.getByRole('region', { name: 'On YouTube' });
  await page.getByRole('button', { name: 'Shuffle' }).press('Enter');
  await expect(shown.getByRole('status')).toHaveText(/^Your thumbnail is number [13] of 3\.$/);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Home' }).press('ArrowRight');
  await expect(shown.getByRole('img', { name: 'Your thumbnail in the search results' })).toBeInViewport({
    ratio: 1,
  });
  await page.getByRole('radio', { name: 'Search' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Sidebar and phone' })).toBeChecked();
  for (const place of ['beside a video', 'on a phone'])
    await expect(shown.getByRole('img', { name: `Your thumbnail ${place}` })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  // The links are of this tab. Its storage has no other copy, and the server stores none.
  await page.reload();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(rivals.getByRole('listitem')).toHaveCount(2);
  await expect(shown.getByRole('group', { name: 'Phone' })).toBeVisible();
});

test('A design that is being changed stays while the tab Preview takes the place of the canvas', async ({
  page,
  visit,
  creator,
}) => {
  const [id = ''] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Text on the left' }).click();
  const canvas = page.getByRole('group', { name: 'Layers on the image' });
  await canvas.getByRole('button', { name: 'SECOND LINE' }).click();
  const words = page.getByRole('textbox', { name: 'Words' });
  await words.fill('KEPT');

  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'On YouTube' })).toBeVisible();
  await expect(canvas).toBeHidden();
  await page.getByRole('button', { name: 'Before/After' }).click();
  await expect(canvas).toBeVisible();
  await page.getByRole('button', { name: 'Before/After' }).click();
  await expect(canvas).toBeHidden();
  await page.getByRole('tab', { name: 'Design' }).click();

  await expect(words).toHaveValue('KEPT');
  await expect(canvas.getByRole('button', { name: 'KEPT' })).toBeVisible();
});

test('The videos of the home feed fill a high window', async ({ page, visit, creator }) => {
  const [id = ''] = await creator.generate('A castle');
  await page.setViewportSize({ width: 1_440, height: 900 });
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('group', { name: 'Home' })).toBeVisible();

  const blank = `(({ clientHeight, scrollHeight, firstElementChild }) =>
    clientHeight - Math.min(scrollHeight, firstElementChild.offsetHeight))(document.querySelector('.preview-stage .surface'))`;
  expect(await page.evaluate<number>(blank)).toBeLessThanOrEqual(0);
});
