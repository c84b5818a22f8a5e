import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { API_ERRORS } from '#contract/errors.ts';
import { countRequests, GENERATE, holdRequests, mockError, mockResponse } from './support/network.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

const PROMPT = 'A castle build at sunset';
const IMAGES = '**/images/**';
const EMPTY = 'Your thumbnail will appear here';
const OUT_OF_CREDITS = 'You have run out of credits. Buy More Credits';
const failure = (reason: string) => `Failed to generate thumbnail: ${reason}. Please try again.`;

test('A creator generates a thumbnail for one credit: the form, the request, the spinner, the image @2.home.header-signed-in @2.home.selector @2.home.negative-prompt @1.negative-prompt @5.negative-prompt @5.prompt.nothing @3.generation-request @7.generate @7.generate.payload @3.session @4.loading @4.loading.disabled @4.loading.label @4.loading.preview @5.prompt.loading @2.preview.empty @2.preview.loading @2.preview.image @4.preview @3.generation-response @7.generate.response @1.idea-to-image @1.costs-credits @6.creator.generates @2.home.download', async ({
  page,
  visit,
  home,
  devTools,
  inspector,
  creator,
}) => {
  const requests = countRequests(page, GENERATE);
  const held = await holdRequests(page, GENERATE);
  const { models } = devTools.config;
  const picker = page.getByRole('combobox', { name: 'Model' });
  const negativePrompt = `no text, <b>no logos</b>\n“no” watermarks & frames 🚫\n${'no blur, '.repeat(100)}no noise`;
  await visit('/', creator);

  await test.step('the header, the models with their prices, and a blank prompt', async () => {
    await expect(home.generate.locator('font font')).toHaveText('Generate'); // The page is translated.
    const header = page.getByRole('banner');
    await expect(home.balance(WELCOME)).toBeVisible();
    await expect(header.getByRole('link', { name: 'Buy Credits' })).toHaveAttribute('href', '/buy-credits');
    await expect(header.getByRole('button', { name: creator.email })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
    await expect(header.getByRole('link', { name: 'Sign In' })).toBeHidden();
    await expect(picker.getByRole('option')).toHaveText(
      models.map(({ label, cost }) => `${label} (${cost} credit)`),
    );
    await expect(picker).toHaveValue(models[0]?.id ?? '');
    await home.prompt.fill('   ');
    await submitForm(page);
    await expect(home.preview).toHaveText(EMPTY);
    await expect(toasts(page)).toHaveCount(0);
    await expect(home.download).toBeHidden();
    expect(requests()).toBe(0);
  });

  await test.step('the request of a prompt of several lines, for which the input grows', async () => {
    const height = async () => (await home.prompt.boundingBox())?.height ?? 0;
    await home.negativePrompt.fill(negativePrompt);
    await picker.selectOption(models[1]?.id ?? '');
    await home.prompt.fill('');
    const before = await height();
    await home.prompt.pressSequentially(` ${PROMPT}`);
    for (const line of ['on a cliff', 'in a storm']) {
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type(line);
    }
    expect(await height()).toBeGreaterThan(before);
    await page.keyboard.press('Enter');
    const request = await held.arrived;
    expect(request.method()).toBe('POST');
    expect(request.postDataJSON()).toEqual({
      prompt: `${PROMPT}\non a cliff\nin a storm`,
      userId: creator.userId,
      negativePrompt,
      model: models[1]?.id,
      generationId: expect.any(String) as unknown,
    });
  });

  await test.step('the disabled form and the spinner, which stands still with reduced motion', async () => {
    await expect(home.generate).toHaveText('Generating...');
    for (const control of [home.generate, home.prompt, ...(await home.examples.all())]) {
      await expect(control).toBeDisabled();
    }
    await submitForm(page);
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Generating');
    await expect(home.preview).toContainText('Generating your thumbnail...');
    await expect(home.preview).toHaveAttribute('aria-busy', 'true');
    await expect(home.download).toBeHidden();
    const isAnimating = () =>
      page.evaluate(`document.getAnimations().some(({ playState }) => playState === 'running')`);
    await expect.poll(isAnimating).toBe(false);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(isAnimating).toBe(true);
  });

  await test.step('the image of the response, after a slow transfer', async () => {
    const image = await holdRequests(page, IMAGES);
    const responding = page.waitForResponse(`**${GENERATE}`);
    held.release();
    const body = (await (await responding).json()) as Record<string, string>;
    await image.arrived;
    await expect(home.preview).toContainText('Generating your thumbnail...');
    image.release();
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Done');
    await expect(home.image).toHaveAttribute('src', body['imageURL'] ?? '');
    // The chosen model generates this width; YouTube recommends another.
    await expect(home.image).toHaveJSProperty('naturalWidth', 1360);
    await expect(home.preview).not.toContainText('Generating your thumbnail...');
    await expect(home.preview).toHaveAttribute('aria-busy', 'false');
    for (const control of [home.generate, home.prompt, home.download, ...(await home.examples.all())]) {
      await expect(control).toBeEnabled();
    }
    expect(requests()).toBe(1);
    expect(await inspector.thumbnails(creator.userId)).toMatchObject([
      { generationId: body['generationId'], status: 'succeeded' },
    ]);
  });

  await expect(home.balance(WELCOME - 1)).toBeVisible();
  const spent = (await inspector.ledger(creator.userId)).filter(({ kind }) => kind === 'spend');
  expect(spent.map(({ amount }) => amount)).toEqual([-1]);
});

test('Download saves the image as thumbnail.png, or says that it failed @7.download @9.file-name @2.home.download @8.download-failure', async ({
  page,
  visit,
  home,
  guard,
  collector,
}) => {
  await visit('/', collector);
  await home.tiles.first().click();
  const url = (await home.image.getAttribute('src')) ?? '';
  guard.allow(/net::ERR_FAILED/);
  await page.route(IMAGES, (route) => route.abort());
  await home.download.click();
  await expect(toasts(page)).toHaveText(['Failed to download image. Please try again.']);

  await page.unroute(IMAGES);
  const fetching = page.waitForRequest(
    (request) => request.resourceType() === 'fetch' && request.url() === url,
  );
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await fetching).method()).toBe('GET');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('thumbnail.png');
  const saved = await readFile(await download.path());
  expect(saved.equals(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(true);
});

test('A failed generation shows its reason once, and takes no credit @8.generation-failure @7.generate.response @8.generation-failure.default @8.image-load-error', async ({
  page,
  visit,
  home,
  inspector,
  guard,
  creator,
}) => {
  await visit('/', creator);
  const { status, clause } = API_ERRORS.content_filtered;
  guard.allow(new RegExp(`status of ${status}`));
  await home.submit('A castle [[filter]]');
  await expect(home.failure).toContainText(failure(`${clause}; no credit was taken`));
  await expect(home.failure).toBeInViewport();
  await expect(home.prompt).toHaveValue('A castle [[filter]]');
  await expect(home.balance(WELCOME)).toBeVisible();
  expect(await inspector.balance(creator.userId)).toBe(WELCOME);

  guard.allow(/status of 500/);
  await mockError(page, GENERATE, { code: 'internal', error: JSON.stringify({ error: 'The model failed' }) });
  await home.submit(PROMPT);
  await expect(home.failure).toContainText(failure('The model failed'));

  // The page cannot read this response, so it requests the generation by its id, which does not exist.
  guard.allow(/status of 404/);
  await mockResponse(page, GENERATE, null);
  await home.submit(PROMPT);
  await expect(home.failure).toContainText('Failed to generate thumbnail. Please try again.');

  guard.allow(/net::ERR_FAILED/);
  await page.unroute(`**${GENERATE}`);
  await page.route(IMAGES, (route) => route.abort());
  await home.submit(PROMPT);
  await expect(home.preview).toContainText('This thumbnail could not be loaded.');
  await expect(home.generate).toBeEnabled();
  await expect(toasts(page)).toHaveCount(0);
});

test('A refusal by the server for lack of credits sets the out-of-credits flag @8.no-credits.server @8.no-credits.flag @4.out-of-credits.server', async ({
  page,
  visit,
  home,
  devTools,
  guard,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  guard.allow(/status of 500/);
  await mockError(page, GENERATE, { code: 'internal', error: 'Insufficient credits for this model' });
  await home.submit(PROMPT);
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await expect(home.buyMore).toBeVisible();
  await page.unroute(`**${GENERATE}`);

  await devTools.setBalance(creator.userId, 0); // As if the credits were spent on another device.
  guard.allow(/status of 402/);
  await home.submit(PROMPT);
  await expect(home.balance(0)).toBeVisible();
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await expect(home.buyMore).toBeVisible();
  await expect(home.preview).toHaveText(EMPTY);
});

/** Submits the form as a script would, without the disabled button. */
async function submitForm(page: Page) {
  await page
    .getByRole('form', { name: 'Generate a thumbnail' })
    .dispatchEvent('submit', { bubbles: true, cancelable: true });
}
