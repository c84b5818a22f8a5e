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
  const place = page.getByText(/^Your thumbnail is number/);
  await expect(place).toHaveText('Your thumbnail is number 2 of 3.');
  await page.getByRole('button', { name: 'Shuffle' }).click();
  await expect(place).toHaveText(/^Your thumbnail is number [13] of 3\.$/);
  await expectAccessible(page);

  // The links are of this tab. Its storage has no other copy, and the server stores none.
  await page.reload();
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(rivals.getByRole('listitem')).toHaveCount(2);
});
