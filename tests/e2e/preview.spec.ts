import { WELCOME } from './support/welcome.ts';
import { countRequests, GENERATE, holdRequests, mockResponse } from './support/network.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'A castle build at sunset';
const EMPTY = 'Your thumbnail will appear here';

test('Without a network, Generate says so at once and sends nothing, and works again with the connection', async ({
  page,
  context,
  visit,
  home,
  creator,
}) => {
  const requests = countRequests(page, GENERATE);
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  await context.setOffline(true);
  await home.submit(PROMPT);
  await expect(home.failure).toHaveText('You are offline. Nothing was sent.', { timeout: 1_000 });
  await expect(home.prompt).toHaveValue(PROMPT);
  expect(requests()).toBe(0);

  await context.setOffline(false);
  await expect(home.preview).toHaveText(EMPTY);
  await home.generate.click();
  await expect(home.image).toBeVisible();
});

test('On a slow connection, Done is announced only when the image is visible', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await visit('/', creator);
  const held = await holdRequests(page, `${devTools.endpoints.S3}/**`);
  await home.submit(PROMPT);
  await held.arrived;
  const status = page.getByRole('main').getByRole('status').first();
  await expect(status).toHaveText('Generating');
  await expect(home.preview).toContainText('Generating your thumbnail...');
  held.release();
  await expect(status).toHaveText('Done');
  await expect(home.preview).not.toContainText('Generating your thumbnail...');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 } });

  test('The preview scrolls into view for a generation and for a chosen thumbnail', async ({
    page,
    visit,
    home,
    collector,
  }) => {
    await visit('/', collector);
    await expect(home.tiles).toHaveCount(4);
    await home.tiles.last().scrollIntoViewIfNeeded();
    await expect(home.preview).not.toBeInViewport();
    await home.tiles.first().click();
    await expect(home.preview).toBeInViewport({ ratio: 1 });

    // The account is shared, so the request stays in the browser.
    await mockResponse(page, GENERATE, { imageURL: await home.image.getAttribute('src') });
    await home.submit(PROMPT);
    await home.warning.getByRole('button', { name: 'Continue' }).click();
    await expect(home.preview).toBeInViewport({ ratio: 1 });
  });
});
