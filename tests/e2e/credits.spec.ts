import { CREDITS, GENERATE, answer, countCalls, refuse } from './support/calls.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const TOLD = 'You have run out of credits. Buy More Credits';

test('[2.home.buy-more 4.out-of-credits.balance] With no credits left, Buy More Credits is there', async ({
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 0);
  await visit('/', creator);
  await expect(home.credits('0 credits')).toBeVisible();
  await expect(home.buyMore).toHaveAttribute('href', '/buy-credits');
});

test('[2.home.buy-more] With credits left, it is not', async ({ visit, home, purse, creator }) => {
  await purse.fill(creator.userId, 1);
  await visit('/', creator);
  await expect(home.credits('1 credit')).toBeVisible();
  await expect(home.buyMore).toBeHidden();
});

test('[4.out-of-credits.balance] The flag turns on with the last credit', async ({
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 1);
  await visit('/', creator);
  await home.ask('A castle');
  await expect(home.picture).toBeVisible();
  await expect(home.credits('0 credits')).toBeVisible();
  await expect(home.buyMore).toBeVisible();
});

test('[8.no-credits.balance 5.credits] Without credits Generate tells so, and asks the server for nothing', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 0);
  const calls = countCalls(page, GENERATE);
  await visit('/', creator);
  await expect(home.credits('0 credits')).toBeVisible();
  await home.ask('A castle');
  await expect(toasts(page)).toHaveText([TOLD]);
  expect(calls()).toBe(0);
});

test('[8.no-credits.server 8.no-credits.flag 4.out-of-credits.server] The server’s no is told the same way, and turns the flag on', async ({
  page,
  visit,
  home,
  purse,
  watch,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  await purse.fill(creator.userId, 0); // Spent elsewhere: this page does not know.
  watch.allow(/status of 402/);
  await home.ask('A castle');
  await expect(toasts(page)).toHaveText([TOLD]);
  await expect(home.buyMore).toBeVisible();
  await expect(home.credits('0 credits')).toBeVisible();
  await expect(home.preview).toHaveText('Your thumbnail will appear here');
});

test('[8.no-credits.server 8.no-credits.flag] Any server error that contains “Insufficient credits” counts', async ({
  page,
  visit,
  home,
  watch,
  creator,
}) => {
  watch.allow(/status of 500/);
  await refuse(page, GENERATE, { code: 'internal', error: 'Insufficient credits for this model' });
  await visit('/', creator);
  await home.ask('A castle');
  await expect(toasts(page)).toHaveText([TOLD]);
  await expect(home.buyMore).toBeVisible();
});

test('[8.no-credits.message] The message holds a link to the packs', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 0);
  await visit('/', creator);
  await expect(home.buyMore).toBeVisible();
  await home.ask('A castle');
  await toasts(page).getByRole('link', { name: 'Buy More Credits' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { name: 'Get More Credits' })).toBeVisible();
});

test('[8.no-credits.5000-ms 9.toast] The message stays 5000 ms', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 0);
  await page.clock.install();
  await visit('/', creator);
  await expect(home.buyMore).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await home.ask('A castle');
  // Its lasting begins with its appearance; time stands still until it is there.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return toasts(page).count();
    })
    .toBe(1);
  await page.clock.runFor(4_950);
  await expect(toasts(page)).toHaveText([TOLD]);
  await page.clock.runFor(500);
  await expect(toasts(page)).toHaveCount(0);
});

test('[8.no-credits.message] Pressing again does not show it twice', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 0);
  await visit('/', creator);
  await expect(home.buyMore).toBeVisible();
  await home.ask('A castle');
  await expect(toasts(page)).toHaveText([TOLD]);
  await home.generate.click();
  await home.generate.click();
  await expect(toasts(page)).toHaveText([TOLD]);
});

test('[7.credits 3.user-record] The balance is the user’s own record, read over GET /api/credits', async ({
  page,
  visit,
  home,
  purse,
  audit,
  creator,
}) => {
  await purse.fill(creator.userId, 42);
  const answering = page.waitForResponse(`**${CREDITS}`);
  await visit('/', creator);
  const response = await answering;
  expect(response.request().method()).toBe('GET');
  expect(response.request().postData()).toBeNull();
  expect(await response.json()).toEqual({ credits: 42 });
  await expect(home.credits('42 credits')).toBeVisible();
  expect(await audit.balance(creator.userId)).toBe(42);
});

test('[4.out-of-credits.balance] A balance below nothing counts as none', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await answer(page, CREDITS, { credits: -1 });
  await visit('/', creator);
  await expect(home.buyMore).toBeVisible();
});
