import type { Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { CREDITS, mockResponse } from './support/network.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { changeAttribute, newEmail, signOutEverywhere, WELCOME } from './support/user-pool.ts';

// Playwright removes the scripts of its clock one by one, so a page of the next test in the same context can have half of them.
test.use({ ownContext: true, keepsMessages: false });

const idToken = (page: Page) =>
  page.evaluate<string | undefined>(
    `Object.entries(localStorage).find(([key]) => key.endsWith('.idToken'))?.[1]`,
  );

test('The out-of-credits message stays for 5000 ms, also with a negative balance @8.no-credits.5000-ms @9.toast @4.out-of-credits.balance', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await mockResponse(page, CREDITS, { credits: -1 });
  await page.clock.install();
  await visit('/', creator);
  await expect(home.buyMore).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await home.submit('A castle build at sunset');
  // The duration starts when the message appears; until then, only these ticks move the clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return toasts(page).count();
    })
    .toBe(1);
  await page.clock.runFor(4_950);
  await expect(toasts(page)).toHaveText(['You have run out of credits. Buy More Credits']);
  await page.clock.runFor(500);
  await expect(toasts(page)).toHaveCount(0);
});

test('An expired token is refreshed with what has changed of the user, until the sign-in has ended elsewhere @4.session.refreshed @7.session @4.session.user-updated @4.session.signed-out', async ({
  page,
  visit,
  home,
  devTools,
  guard,
  creator,
}) => {
  await page.clock.install();
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  const before = await idToken(page);
  await changeAttribute(devTools, creator.userId, 'name', 'Ada');
  await expect(changeAttribute(devTools, creator.userId, 'email', newEmail())).rejects.toThrow(
    'Attribute cannot be updated',
  );
  await page.clock.fastForward('02:00:00');
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).click();
  await expect.poll(() => idToken(page)).not.toBe(before);
  await expect(home.balance(WELCOME)).toBeVisible();
  await expect(page.getByRole('button', { name: creator.email })).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  expect(decodeJwt((await idToken(page)) ?? '')).toMatchObject({ name: 'Ada', email: creator.email });

  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(home.balance(WELCOME)).toBeVisible();
  await signOutEverywhere(devTools, creator.userId);
  await page.clock.fastForward('02:00:00');
  guard.allow(/status of 400/);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await expect(page).toHaveURL('/auth');
  await expect(toasts(page)).toHaveText(['Your session has ended. Please sign in again.']);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});
