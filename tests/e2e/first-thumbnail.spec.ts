import { newEmail } from './support/creator.ts';
import { signUp } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test('[1.idea-to-image 1.costs-credits] A new creator signs up, generates a thumbnail, sees it and downloads it', async ({
  page,
  home,
  workshop,
  audit,
}) => {
  const email = newEmail();
  await signUp(page, workshop, email);
  await expect(page.getByText(email)).toBeVisible();
  await expect(home.credits('3 credits')).toBeVisible();

  await home.ask('A castle build at sunset');
  // The model's real size, not the advertised one of YouTube.
  await expect(home.picture).toHaveJSProperty('naturalWidth', 1344);
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');

  await expect(home.credits('2 credits')).toBeVisible();
  const userId = new URL((await home.picture.getAttribute('src')) ?? '').pathname.split('/').at(-2) ?? '';
  expect(await audit.balance(userId)).toBe(2);
  expect(await audit.thumbnails(userId)).toMatchObject([{ status: 'succeeded' }]);
});
