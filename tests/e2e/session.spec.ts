import type { Page } from '@playwright/test';
import { authPage, signIn } from './support/auth-page.ts';
import { homePage } from './support/home-page.ts';
import { countRequests, GENERATE, holdRequests } from './support/network.ts';
import { addLayer, reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign Out' });
const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' });

test('The session is restored at start, and meanwhile the page does not show Sign In @4.session.start @3.session @7.session', async ({
  page,
  visit,
  collector,
}) => {
  const held = await holdRequests(page, '/config.json');
  await visit('/', collector);
  await expect(signOut(page)).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeHidden();
  held.release();
  await expect(signOut(page)).toBeEnabled();
  await expect(page.getByRole('button', { name: collector.email })).toBeVisible();
});

test('A sign-in in one tab signs in the other tabs, which load the credits @4.session.signed-in @4.session.credits', async ({
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
  await expect(page.getByRole('button', { name: creator.email })).toBeVisible();
  await expect(home.balance(WELCOME)).toBeVisible();
  await expect(homePage(other).balance(WELCOME)).toBeVisible();
});

test('Sign Out leads every tab to /auth and removes the prompt, the history and the tokens; a failed one keeps them @4.session.end @8.sign-out-success @8.sign-out-failure @7.session @6.creator.signs-out @4.session.signed-out', async ({
  page,
  context,
  visit,
  home,
  guard,
  creator,
}) => {
  await creator.generate('A castle');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(1);
  await home.prompt.fill('A city');
  await page.evaluate(`Storage.prototype.removeItem = () => { throw new Error('The storage is locked.'); }`);
  guard.allow(/^Uncaught: The storage is locked\.$/); // Amplify does not await every promise that it starts.
  await signOut(page).click();
  await expect(toasts(page)).toHaveText(['Error signing out: The storage is locked.']);
  await expect(page).toHaveURL('/');

  await reloadPage(page);
  await expect(page.getByRole('button', { name: creator.email })).toBeVisible();
  await expect(home.prompt).toHaveValue('A city');
  const other = await context.newPage();
  await other.goto('/buy-credits');
  await expect(homePage(other).balance(WELCOME - 1)).toBeVisible();
  await signOut(page).click();
  await expect(page).toHaveURL('/auth');
  await expect(toasts(page)).toHaveText(['Signed out successfully!']);
  await expect(other).toHaveURL('/auth');
  await expect(emailField(other)).toBeVisible();
  const keys = await page.evaluate<string[]>('Object.keys(localStorage)');
  expect(keys.filter((key) => /Prompt|History|Token|LastAuthUser/.test(key))).toEqual([]);

  await page.getByRole('link', { name: 'Thumbforge' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(home.prompt).toHaveValue('');
  await expect(home.preview).toContainText('Your thumbnail will appear here');
  await expect(home.previous).toBeHidden();
});

test('A visitor who generates is sent to the sign-up form of /auth with a message and keeps the prompt after sign-in @6.visitor.no-generation @5.session @8.no-session @3.storage.prompt', async ({
  page,
  visit,
  home,
  collector,
}) => {
  const requests = countRequests(page, GENERATE);
  await visit('/');
  await home.submit('A castle build at sunset');
  await expect(toasts(page)).toHaveText(['Please sign in to generate a thumbnail.']);
  await expect(page).toHaveURL('/auth?view=sign_up');
  expect(requests()).toBe(0);
  await page.getByText('Already have an account? Sign in').click();
  await signIn(page, collector.email);
  await expect(home.prompt).toHaveValue('A castle build at sunset');
});

test('A visitor who opens the library or presses Get Pro comes back there after the sign-in', async ({
  page,
  visit,
  collector,
}) => {
  await visit('/thumbnails');
  await expect(page).toHaveURL('/auth');
  await authPage(page).signIn(collector.email);
  await expect(page.getByRole('heading', { name: 'All thumbnails' })).toBeFocused();
  await expect(page).toHaveURL('/thumbnails');

  await signOut(page).click();
  await expect(page).toHaveURL('/auth');
  await visit('/buy-credits');
  await page.getByRole('button', { name: 'Get Pro' }).click();
  await expect(page).toHaveURL('/auth?view=sign_up');
  await page.getByText('Already have an account? Sign in').click();
  await authPage(page).signIn(collector.email);
  await expect(page).toHaveURL('/buy-credits');
});

test('Words reach the server when the page is left during a save, and a sign-out that cannot send them asks', async ({
  page,
  context,
  visit,
  creator,
  guard,
}) => {
  // Without a connection the sign-in page may not load.
  guard.allow(/409|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|dynamically imported module/);
  const [id] = await creator.generate('A castle');
  const path = `/thumbnails/${id}`;
  const words = page.getByRole('textbox', { name: 'Words' });
  const saved = page.getByText('Saved', { exact: true });
  await visit(path, creator);
  await addLayer(page, 'Add text');
  await expect(saved).toBeVisible();
  const save = await holdRequests(page, `/api${path}/design`);
  await words.fill('FIRST WORDS');
  await save.arrived;
  await words.fill('LAST WORDS');
  await page.goto('/buy-credits');
  save.release();
  const unsent = () =>
    page.evaluate<string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('outbox/'))`);
  await expect.poll(unsent).toEqual([]);
  await page.goto(path);
  await expect(words).toHaveValue('LAST WORDS');
  await expect(saved).toBeVisible();

  await context.setOffline(true);
  await words.fill('OFFLINE WORDS');
  await page.getByTitle('Your account').click();
  await signOut(page).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out with unsaved work?' });
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(words).toHaveValue('OFFLINE WORDS');
  await context.setOffline(false);
  await expect.poll(unsent).toEqual([]);

  await context.setOffline(true);
  await page.getByTitle('Your account').click();
  await signOut(page).click();
  await expect(toasts(page)).toHaveText(['Signed out successfully!']);
  await expect(page.getByRole('button', { name: creator.email })).toBeHidden();
  // The next test of the worker meets the same network.
  await context.setOffline(false);
});
