import { WELCOME } from './support/welcome.ts';
import { countRequests, CREDITS, GENERATE, mockError, mockResponse } from './support/network.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const OUT_OF_CREDITS = 'You have run out of credits. Buy More Credits';

test('Buy More Credits appears with the last credit spent @2.home.buy-more @4.out-of-credits.balance', async ({
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 1);
  await visit('/', creator);
  await expect(home.balance(1)).toBeVisible();
  await expect(home.buyMore).toBeHidden();
  await home.submit('A castle');
  await expect(home.image).toBeVisible();
  await expect(home.balance(0)).toBeVisible();
  await expect(home.buyMore).toHaveAttribute('href', '/buy-credits');
});

test('Without credits, Generate shows one message with a link to the packs and sends nothing @8.no-credits.balance @5.credits @8.no-credits.message', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 0);
  const requests = countRequests(page, GENERATE);
  await visit('/', creator);
  await expect(home.balance(0)).toBeVisible();
  await expect(home.buyMore).toBeVisible();
  await home.submit('A castle');
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await home.generate.click();
  await home.generate.click();
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  expect(requests()).toBe(0);

  await toasts(page).getByRole('link', { name: 'Buy More Credits' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { name: 'Get More Credits' })).toBeVisible();
});

test('The out-of-credits message stays for 5000 ms @8.no-credits.5000-ms @9.toast', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 0);
  await page.clock.install();
  await visit('/', creator);
  await expect(home.buyMore).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await home.submit('A castle');
  // The duration starts when the message appears; until then, only these ticks move the clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return toasts(page).count();
    })
    .toBe(1);
  await page.clock.runFor(4_950);
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await page.clock.runFor(500);
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
  await devTools.setBalance(creator.userId, 0); // As if the credits were spent on another device.
  guard.allow(/status of 402/);
  await home.submit('A castle');
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await expect(home.buyMore).toBeVisible();
  await expect(home.balance(0)).toBeVisible();
  await expect(home.preview).toHaveText('Your thumbnail will appear here');
});

test('Any server error that contains “Insufficient credits” sets the out-of-credits flag @8.no-credits.server @8.no-credits.flag', async ({
  page,
  visit,
  home,
  guard,
  creator,
}) => {
  guard.allow(/status of 500/);
  await mockError(page, GENERATE, { code: 'internal', error: 'Insufficient credits for this model' });
  await visit('/', creator);
  await home.submit('A castle');
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await expect(home.buyMore).toBeVisible();
});

test('The header shows the balance of the user record, read with GET /api/credits @7.credits @3.user-record', async ({
  page,
  visit,
  home,
  devTools,
  inspector,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 42);
  const responding = page.waitForResponse(`**${CREDITS}`);
  await visit('/', creator);
  const response = await responding;
  expect(response.request().method()).toBe('GET');
  expect(response.request().postData()).toBeNull();
  expect(await response.json()).toEqual({ credits: 42 });
  await expect(home.balance(42)).toBeVisible();
  expect(await inspector.balance(creator.userId)).toBe(42);
});

test('A negative balance counts as out of credits @4.out-of-credits.balance', async ({
  page,
  visit,
  home,
  collector,
}) => {
  await mockResponse(page, CREDITS, { credits: -1 });
  await visit('/', collector);
  await expect(home.buyMore).toBeVisible();
});
