import { CHECKOUT, GENERATE, holdRequests, mockError } from './support/network.ts';
import { expectAccessible, toasts } from './support/page.ts';
import { BLUE, GREEN, RED } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';

// The forms of the sign-in page, its error and the account page are checked in their own files.
test.describe('axe finds no violation', () => {
  test('on the generator of a visitor, with reference images', async ({ page, visit, home }) => {
    await visit('/');
    await expect(home.preview).toBeVisible();
    await expectAccessible(page);
    await home.references.setInputFiles([RED, GREEN, BLUE]);
    await expect(page.getByRole('img', { name: 'Reference 3' })).toBeVisible();
    await expectAccessible(page);
  });

  test('on the generator while the session loads, and with an image, a history and the Warning! dialog', async ({
    page,
    visit,
    home,
    collector,
  }) => {
    const held = await holdRequests(page, '/config.json');
    await visit('/', collector);
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeDisabled();
    await expectAccessible(page);

    held.release();
    await home.tiles.first().click();
    await expect(home.image).toBeVisible();
    await expectAccessible(page);

    await home.submit('A fifth idea');
    await expect(home.warning).toBeVisible();
    await expectAccessible(page);
  });

  test('on the generator without thumbnails and while it generates', async ({
    page,
    visit,
    home,
    creator,
  }) => {
    const held = await holdRequests(page, GENERATE);
    await holdRequests(page, '/api/thumbnails/*'); // A slow page requests the state of the generation.
    await visit('/', creator);
    await expect(home.previous).toHaveAttribute('aria-busy', 'false');
    await expect(home.credits('3 credits')).toBeVisible();
    await expectAccessible(page);

    await home.submit('A castle');
    await held.arrived;
    await expect(home.preview).toContainText('Generating your thumbnail...');
    await expectAccessible(page);
  });

  test('on the generator after a failure', async ({ page, visit, home, guard, creator }) => {
    guard.allow(/status of 500/);
    await mockError(page, GENERATE, { code: 'internal', error: 'The model failed.' });
    await visit('/', creator);
    await home.submit('A castle');
    await expect(toasts(page)).toHaveCount(1);
    await expectAccessible(page);
  });

  test('on the generator out of credits, with its message', async ({
    page,
    visit,
    home,
    devTools,
    creator,
  }) => {
    await devTools.setBalance(creator.userId, 0);
    await visit('/', creator);
    await expect(home.buyMore).toBeVisible();
    await home.submit('A castle');
    await expect(toasts(page)).toHaveCount(1);
    await expectAccessible(page);
  });

  test('on an image that failed to load', async ({ page, visit, home, devTools, guard, collector }) => {
    guard.allow(/net::ERR_FAILED/);
    await page.route(`${devTools.endpoints.S3}/**`, (route) => route.abort());
    await visit('/', collector);
    await home.tiles.first().click();
    await expect(home.preview).toContainText('This thumbnail could not be loaded.');
    await expectAccessible(page);
  });

  test('on the packs of a visitor', async ({ page, visit }) => {
    await visit('/buy-credits');
    await expect(page.getByRole('button', { name: 'Get Pro' })).toBeVisible();
    await expectAccessible(page);
  });

  test('on the packs with a purchase and while checkout opens', async ({ page, visit, creator }) => {
    await visit('/buy-credits', creator);
    await page.getByRole('button', { name: 'Get Starter' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(toasts(page)).toHaveText(['10 credits added.']);
    await visit('/buy-credits');
    await expect(page.getByRole('link', { name: /receipt/i })).toBeVisible();
    const held = await holdRequests(page, CHECKOUT);
    await page.getByRole('button', { name: 'Get Pro' }).click();
    await held.arrived;
    await expect(page.getByText('Opening checkout...')).toBeVisible();
    await expectAccessible(page);
  });

  test('on the not-found page', async ({ page, visit }) => {
    await visit('/nowhere');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('The preview announces politely that it generates and that it is done, without motion where reduced motion is set', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const held = await holdRequests(page, GENERATE);
  await visit('/', creator);
  await home.submit('A castle');
  await held.arrived;
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Generating');
  await expect(home.preview).toContainText('Generating your thumbnail...');
  const running = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
  await expect.poll(() => page.evaluate<number>(running)).toBe(0);
  held.release();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Done');
});
