import type { Page } from '@playwright/test';
import { hold } from './support/calls.ts';
import { changeEmail, signOutEverywhere } from './support/cognito.ts';
import { newCreator, newEmail } from './support/creator.ts';
import { homeOf } from './support/home.ts';
import { signIn } from './support/screens.ts';
import { stored } from './support/storage.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' });
const buyCredits = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Buy Credits' });
const idToken = (page: Page) =>
  page.evaluate<string | undefined>(
    `Object.entries(localStorage).find(([key]) => key.endsWith('.idToken'))?.[1]`,
  );

test('[4.session.start 3.session 7.session] The session is loaded at start, with its user', async ({
  page,
  visit,
  creator,
}) => {
  await visit('/', creator);
  await expect(page.getByText(creator.email)).toBeVisible();
  await expect(signOut(page)).toBeEnabled();
});

test('[4.session.start] While it loads, nobody is taken for a visitor', async ({ page, visit, creator }) => {
  const held = await hold(page, '/config.json');
  await visit('/', creator);
  await expect(signOut(page)).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
  held.release();
  await expect(signOut(page)).toBeEnabled();
});

test('[4.session.signed-in 4.session.credits] A sign-in in one tab is followed by the others, which load the credits', async ({
  page,
  context,
  visit,
  home,
  creator,
}) => {
  await visit('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/auth');
  await signIn(other, creator.email);
  await expect(page.getByText(creator.email)).toBeVisible();
  await expect(home.credits('3 credits')).toBeVisible();
  await expect(homeOf(other).credits('3 credits')).toBeVisible();
});

test('[4.session.end 8.sign-out-success 7.session] Sign Out leads to /auth, says so, and takes prompt, history and tokens away', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await creator.generate('A castle');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
  await home.prompt.fill('A city');
  await signOut(page).click();
  await expect(page).toHaveURL('/auth');
  await expect(toasts(page)).toHaveText(['Signed out successfully!']);
  const left = await page.evaluate<string[]>('Object.keys(localStorage)');
  expect(left.filter((key) => /Prompt|History|Token|LastAuthUser/.test(key))).toEqual([]);

  await page.getByRole('link', { name: 'Thumbforge' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(home.prompt).toHaveValue('');
  await expect(home.preview).toHaveText('Your thumbnail will appear here');
  await expect(home.previous).toBeHidden();
});

test('[4.session.signed-out] A sign-out in one tab leads the others to /auth', async ({
  page,
  context,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/buy-credits');
  await expect(homeOf(other).credits('3 credits')).toBeVisible();
  await signOut(page).click();
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
  await expect(other.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('[8.sign-out-failure] A failed sign-out is told with its message, and the session stays', async ({
  page,
  visit,
  watch,
  creator,
}) => {
  await visit('/', creator);
  await expect(signOut(page)).toBeEnabled();
  await page.evaluate(`Storage.prototype.removeItem = () => { throw new Error('The storage is locked.'); }`);
  watch.allow(/^Uncaught: The storage is locked\.$/); // Amplify does not await all that it starts.
  await signOut(page).click();
  await expect(toasts(page)).toHaveText(['Error signing out: The storage is locked.']);
  await expect(page).toHaveURL('/');
  await expect(page.getByText(creator.email)).toBeVisible();
});

test('[4.session.refreshed 7.session] A token that has run out is refreshed, and the session goes on', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await page.clock.install();
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  const before = await idToken(page);
  await page.clock.fastForward('02:00:00');
  await buyCredits(page).click();
  await expect.poll(() => idToken(page)).not.toBe(before);
  await expect(home.credits('3 credits')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('[4.session.refreshed 4.session.signed-out] A refresh that fails ends the session: told once, and /auth', async ({
  page,
  visit,
  home,
  workshop,
  watch,
  creator,
}) => {
  await page.clock.install();
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  await signOutEverywhere(workshop, creator.accessToken);
  await page.clock.fastForward('02:00:00');
  watch.allow(/status of 400/);
  await home.ask('A castle');
  await expect(page).toHaveURL('/auth');
  await expect(toasts(page)).toHaveText(['Your session has ended. Please sign in again.']);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('[4.session.user-updated] A user who was changed elsewhere is followed with the next token', async ({
  page,
  visit,
  home,
  workshop,
  creator,
}) => {
  const email = newEmail();
  await page.clock.install();
  await visit('/', creator);
  await expect(page.getByText(creator.email)).toBeVisible();
  await expect(home.credits('3 credits')).toBeVisible();
  await changeEmail(workshop, creator.accessToken, email);
  await page.clock.fastForward('02:00:00');
  await home.ask('A castle');
  await expect(page.getByText(email)).toBeVisible();
  await expect(home.picture).toBeVisible();
});

test('[4.session.credits] The home page asks for the credits whenever a session appears', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await visit('/auth');
  await purse.fill(creator.userId, 7);
  await signIn(page, creator.email);
  await expect(home.credits('7 credits')).toBeVisible();
  await signOut(page).click();
  await expect(page).toHaveURL('/auth');
  await purse.fill(creator.userId, 9);
  await signIn(page, creator.email);
  await expect(home.credits('9 credits')).toBeVisible();
  expect(await stored(page, 'thumbnailHistory')).toEqual([]);
});

test('[4.session.signed-out] The next user of the browser sees nothing of the one before', async ({
  page,
  visit,
  home,
  workshop,
  creator,
}) => {
  const next = await newCreator(workshop);
  await creator.generate('A castle');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
  await home.prompt.fill('A secret idea');
  await signOut(page).click();
  await expect(page).toHaveURL('/auth');
  await signIn(page, next.email);
  await expect(home.previous).toContainText('Your last four thumbnails are kept here.');
  await expect(home.prompt).toHaveValue('');
});
