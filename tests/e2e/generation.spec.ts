import { readFile } from 'node:fs/promises';
import { API_ERRORS } from '../../contract/errors.ts';
import { WELCOME } from './support/welcome.ts';
import { countRequests, GENERATE, holdRequests, mockError, mockResponse } from './support/network.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'A castle build at sunset';
const EMPTY = 'Your thumbnail will appear here';
const failure = (reason: string) => `Failed to generate thumbnail: ${reason}. Please try again.`;

test('Generate sends the prompt, the user, the negative prompt and the chosen model @3.generation-request @7.generate @7.generate.payload @3.session @2.home.selector', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  const model = devTools.config.models[1]?.id ?? '';
  await visit('/', creator);
  await home.negativePrompt.fill('  blur ');
  await page.getByRole('combobox', { name: 'Model' }).selectOption(model);
  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.submit(`  ${PROMPT} `);
  const request = await sending;
  expect(request.method()).toBe('POST');
  const { userId } = creator;
  expect(request.postDataJSON()).toMatchObject({ prompt: PROMPT, userId, negativePrompt: 'blur', model });
  await expect(home.image).toBeVisible();
});

test('The negative prompt is free text of many lines @5.negative-prompt @1.negative-prompt', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const text = `no text, <b>no logos</b>\n“no” watermarks & frames 🚫\n${'no blur, '.repeat(100)}no noise`;
  await visit('/', creator);
  await expect(home.negativePrompt).not.toHaveAttribute('maxlength');
  await home.negativePrompt.fill(text);
  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.submit(PROMPT);
  expect((await sending).postDataJSON()).toMatchObject({ negativePrompt: text });
  await expect(home.image).toBeVisible();
});

test('The preview goes from empty to a spinner to the image with its Download button @4.preview @2.preview.empty @2.preview.loading @4.loading.preview @2.preview.image @1.idea-to-image @2.home.download', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const held = await holdRequests(page, GENERATE);
  await visit('/', creator);
  await expect(home.preview).toHaveText(EMPTY);
  await expect(home.download).toBeHidden();

  await home.prompt.fill(PROMPT);
  await home.prompt.press('Enter');
  await held.arrived;
  await expect(home.preview).toContainText('Generating your thumbnail...');
  await expect(home.preview).toHaveAttribute('aria-busy', 'true');
  const isAnimating = `document.getAnimations().some(({ playState }) => playState === 'running')`;
  await expect.poll(() => page.evaluate(isAnimating)).toBe(true);
  await expect(home.download).toBeHidden();

  held.release();
  // The model generates this width; YouTube recommends another.
  await expect(home.image).toHaveJSProperty('naturalWidth', 1344);
  await expect(home.preview).not.toContainText('Generating your thumbnail...');
  await expect(home.preview).toHaveAttribute('aria-busy', 'false');
  await expect(home.download).toBeEnabled();
});

test('The preview shows the imageURL of the response @3.generation-response @7.generate.response', async ({
  page,
  visit,
  home,
  inspector,
  creator,
}) => {
  await visit('/', creator);
  const responding = page.waitForResponse(`**${GENERATE}`);
  await home.submit(PROMPT);
  const body = (await (await responding).json()) as Record<string, string>;
  expect(body).toMatchObject({ imageURL: expect.stringContaining('.png'), generationId: expect.any(String) });
  await expect(home.image).toHaveAttribute('src', body['imageURL'] ?? '');
  expect(await inspector.thumbnails(creator.userId)).toMatchObject([
    { generationId: body['generationId'], status: 'succeeded' },
  ]);
});

test('Each thumbnail costs one credit, which the header shows @1.costs-credits @6.creator.generates', async ({
  visit,
  home,
  inspector,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  for (const spent of [1, 2]) {
    await home.submit(PROMPT);
    await expect(home.balance(WELCOME - spent)).toBeVisible();
  }
  expect(await inspector.balance(creator.userId)).toBe(WELCOME - 2);
  const entries = (await inspector.ledger(creator.userId)).filter(({ kind }) => kind === 'spend');
  expect(entries.map(({ amount }) => amount)).toEqual([-1, -1]);
});

for (const [word, code] of [
  ['[[throttle]]', 'model_unavailable'],
  ['[[filter]]', 'content_filtered'],
] as const) {
  const { status, clause } = API_ERRORS[code];
  test(`A generation that fails with ${status} shows the reason once and costs no credit @8.generation-failure`, async ({
    page,
    visit,
    home,
    inspector,
    guard,
    creator,
  }) => {
    guard.allow(new RegExp(`status of ${status}`));
    await visit('/', creator);
    await home.submit(`A castle ${word}`);
    await expect(home.failure).toContainText(failure(`${clause}; no credit was taken`));
    await expect(home.failure).toBeInViewport();
    await expect(toasts(page)).toHaveCount(0);
    await expect(home.prompt).toHaveValue(`A castle ${word}`);
    await expect(home.balance(WELCOME)).toBeVisible();
    expect(await inspector.balance(creator.userId)).toBe(3);
  });
}

test('An error message that is JSON shows the text of its error field @7.generate.response @8.generation-failure', async ({
  page,
  visit,
  home,
  guard,
  creator,
}) => {
  guard.allow(/status of 500/);
  await mockError(page, GENERATE, {
    code: 'internal',
    error: JSON.stringify({ error: 'The model failed' }),
  });
  await visit('/', creator);
  await home.submit('A castle');
  await expect(home.failure).toContainText(failure('The model failed'));
});

test('A failure without a reason shows the default message @8.generation-failure.default', async ({
  page,
  visit,
  home,
  guard,
  creator,
}) => {
  // The page cannot read this response, so it requests the generation by its id, which does not exist.
  guard.allow(/status of 404/);
  await mockResponse(page, GENERATE, null);
  await visit('/', creator);
  await home.submit('A castle');
  await expect(home.failure).toContainText('Failed to generate thumbnail. Please try again.');
  await expect(home.generate).toBeEnabled();
});

test('A prompt beyond the limit of the API is refused before it is sent', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const requests = countRequests(page, GENERATE);
  await visit('/', creator);
  await home.submit('castle '.repeat(1_000));
  await expect(page.getByText('Shorten the prompt to 2,000 characters.')).toBeVisible();
  expect(requests()).toBe(0);
  await expect(home.balance(WELCOME)).toBeVisible();
});

test('An image that fails to load shows a placeholder and no toast @8.image-load-error', async ({
  page,
  visit,
  home,
  devTools,
  guard,
  creator,
}) => {
  guard.allow(/net::ERR_FAILED/);
  await page.route(`${devTools.endpoints.S3}/**`, (route) => route.abort());
  await visit('/', creator);
  await home.submit(PROMPT);
  await expect(home.preview).toContainText('This thumbnail could not be loaded.');
  await expect(toasts(page)).toHaveCount(0);
  await expect(home.generate).toBeEnabled();
  await expect(home.balance(WELCOME - 1)).toBeVisible();
});

test('Download saves the image as thumbnail.png @7.download @9.file-name @2.home.download', async ({
  page,
  visit,
  home,
  devTools,
  collector,
}) => {
  await visit('/', collector);
  await home.tiles.first().click();
  const url = (await home.image.getAttribute('src')) ?? '';
  expect(url).toContain(devTools.endpoints.S3);
  const fetching = page.waitForRequest(
    (request) => request.resourceType() === 'fetch' && request.url() === url,
  );
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await fetching).method()).toBe('GET');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('thumbnail.png');
  const saved = await readFile(await download.path());
  const image = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(saved.equals(image)).toBe(true);
  await expect(toasts(page)).toHaveCount(0);
});

test('A failed download shows a message and can be tried again @8.download-failure', async ({
  page,
  visit,
  home,
  devTools,
  guard,
  collector,
}) => {
  await visit('/', collector);
  await home.tiles.first().click();
  await expect(home.image).toBeVisible();
  guard.allow(/net::ERR_FAILED/);
  const images = `${devTools.endpoints.S3}/**`;
  await page.route(images, (route) => route.abort());
  await home.download.click();
  await expect(toasts(page)).toHaveText(['Failed to download image. Please try again.']);
  await expect(home.download).toBeEnabled();

  await page.unroute(images);
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');
});
