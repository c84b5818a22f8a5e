import { CHECKOUT, GENERATE, hold, refuse } from './support/calls.ts';
import { expectAccessible } from './support/axe.ts';
import { PICTURES } from './support/pictures.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

test.describe('axe finds nothing on the generator', () => {
  test('as a visitor sees it', async ({ page, visit, home }) => {
    await visit('/');
    await expect(home.preview).toBeVisible();
    await expectAccessible(page);
  });

  test('while the session loads', async ({ page, visit, creator }) => {
    await hold(page, '/config.json');
    await visit('/', creator);
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeDisabled();
    await expectAccessible(page);
  });

  test('with nothing made yet', async ({ page, visit, home, creator }) => {
    await visit('/', creator);
    await expect(home.previous).toHaveAttribute('aria-busy', 'false');
    await expect(home.credits('3 credits')).toBeVisible();
    await expectAccessible(page);
  });

  test('while it generates', async ({ page, visit, home, creator }) => {
    const held = await hold(page, GENERATE);
    await hold(page, '/api/thumbnails/*'); // Where a busy machine makes the page ask what became of it.
    await visit('/', creator);
    await home.ask('A castle');
    await held.arrived;
    await expect(home.preview).toContainText('Generating your thumbnail...');
    await expectAccessible(page);
  });

  test('with a picture and a history', async ({ page, visit, home, creator }) => {
    await creator.generate('A castle', 'A city');
    await visit('/', creator);
    await home.tiles.first().click();
    await expect(home.picture).toBeVisible();
    await expectAccessible(page);
  });

  test('with a failure told', async ({ page, visit, home, watch, creator }) => {
    watch.allow(/status of 500/);
    await refuse(page, GENERATE, { code: 'internal', error: 'The painter has gone home.' });
    await visit('/', creator);
    await home.ask('A castle');
    await expect(toasts(page)).toHaveCount(1);
    await expectAccessible(page);
  });

  test('out of credits, and told so', async ({ page, visit, home, purse, creator }) => {
    await purse.fill(creator.userId, 0);
    await visit('/', creator);
    await expect(home.buyMore).toBeVisible();
    await home.ask('A castle');
    await expect(toasts(page)).toHaveCount(1);
    await expectAccessible(page);
  });

  test('with the Warning! dialog open', async ({ page, visit, home, purse, creator }) => {
    await purse.fill(creator.userId, 6);
    await creator.generate('A castle', 'A city', 'A forest', 'A robot');
    await visit('/', creator);
    await expect(home.tiles).toHaveCount(4);
    await home.ask('A fifth idea');
    await expect(home.warning).toBeVisible();
    await expectAccessible(page);
  });

  test('with references chosen', async ({ page, visit, home }) => {
    await visit('/');
    await home.references.setInputFiles([...PICTURES]);
    await expect(page.getByRole('img', { name: 'Reference 3' })).toBeVisible();
    await expectAccessible(page);
  });

  test('with a picture that could not be loaded', async ({ page, visit, home, workshop, watch, creator }) => {
    await creator.generate('A castle');
    watch.allow(/net::ERR_FAILED/);
    await page.route(`${workshop.endpoints.S3}/**`, (route) => route.abort());
    await visit('/', creator);
    await home.tiles.first().click();
    await expect(home.preview).toContainText('This thumbnail could not be loaded.');
    await expectAccessible(page);
  });
});

test.describe('axe finds nothing on the packs', () => {
  test('as a visitor sees them', async ({ page, visit }) => {
    await visit('/buy-credits');
    await expect(page.getByRole('button', { name: 'Get Pro' })).toBeVisible();
    await expectAccessible(page);
  });

  test('with purchases and a checkout that opens', async ({ page, visit, creator }) => {
    await visit('/buy-credits', creator);
    await page.getByRole('button', { name: 'Get Starter' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(toasts(page)).toHaveText(['10 credits added.']);
    await visit('/buy-credits');
    await expect(page.getByRole('link', { name: /receipt/i })).toBeVisible();
    const held = await hold(page, CHECKOUT);
    await page.getByRole('button', { name: 'Get Pro' }).click();
    await held.arrived;
    await expect(page.getByText('Opening checkout...')).toBeVisible();
    await expectAccessible(page);
  });
});

test('axe finds nothing on the not-found page', async ({ page, visit }) => {
  await visit('/nowhere');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expectAccessible(page);
});

test('The preview says politely that it generates, and that it is done', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const held = await hold(page, GENERATE);
  await visit('/', creator);
  await home.ask('A castle');
  await held.arrived;
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Generating');
  held.release();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Done');
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('Nothing moves while it generates', async ({ page, visit, home, creator }) => {
    const held = await hold(page, GENERATE);
    await visit('/', creator);
    await home.ask('A castle');
    await held.arrived;
    await expect(home.preview).toContainText('Generating your thumbnail...');
    const moving = `document.getAnimations().filter((each) => each.playState === 'running').length`;
    await expect.poll(() => page.evaluate<number>(moving)).toBe(0);
  });
});
