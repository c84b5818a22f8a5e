import { GENERATE, hold } from './support/calls.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

test('[2.preview.empty] An empty preview says what will be there', async ({ visit, home }) => {
  await visit('/');
  await expect(home.preview).toHaveText('Your thumbnail will appear here');
  await expect(home.download).toBeHidden();
});

test('[2.preview.loading 4.loading.preview] While it generates, the preview shows a spinner and says so', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const held = await hold(page, GENERATE);
  await visit('/', creator);
  await home.ask('A castle build at sunset');
  await held.arrived;
  await expect(home.preview).toContainText('Generating your thumbnail...');
  await expect(home.preview.locator('.spinner')).toBeVisible();
  await expect(home.preview).toHaveAttribute('aria-busy', 'true');
  held.release();
  await expect(home.picture).toBeVisible();
  await expect(home.preview).toHaveAttribute('aria-busy', 'false');
});

test('[4.preview 2.preview.image 1.idea-to-image 2.home.download] From empty over loading to the image and its Download button', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const held = await hold(page, GENERATE);
  await visit('/', creator);
  await expect(home.preview).toHaveText('Your thumbnail will appear here');
  await home.ask('A castle build at sunset');
  await held.arrived;
  await expect(home.preview).toContainText('Generating your thumbnail...');
  await expect(home.download).toBeHidden();
  held.release();
  await expect(home.picture).toBeVisible();
  await expect(home.picture).not.toHaveJSProperty('naturalWidth', 0);
  await expect(home.preview).not.toContainText('Generating your thumbnail...');
  await expect(home.download).toBeEnabled();
});

test('[8.image-load-error] An image that does not load leaves its place and no message', async ({
  page,
  visit,
  home,
  workshop,
  watch,
  creator,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.route(`${workshop.endpoints.S3}/**`, (route) => route.abort());
  await visit('/', creator);
  await home.ask('A castle build at sunset');
  await expect(home.preview).toContainText('This thumbnail could not be loaded.');
  await expect(toasts(page)).toHaveCount(0);
  await expect(home.generate).toBeEnabled();
  await expect(home.credits('2 credits')).toBeVisible();
});
