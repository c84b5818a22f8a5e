import { GENERATE, countCalls } from './support/calls.ts';
import { signIn } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

test('[6.visitor.views] A visitor can look at every page', async ({ page, visit, home }) => {
  await visit('/');
  await expect(home.preview).toBeVisible();
  await visit('/auth');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { name: 'Get More Credits' })).toBeVisible();
});

test('[6.visitor.no-generation 5.session 8.no-session] A visitor who generates is told to sign in and sent to /auth', async ({
  page,
  visit,
  home,
}) => {
  const calls = countCalls(page, GENERATE);
  await visit('/');
  await home.ask('A castle build at sunset');
  await expect(toasts(page)).toHaveText(['Please sign in to generate a thumbnail.']);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(calls()).toBe(0);
});

test('[5.session 3.storage.prompt] The idea of a visitor is still there after signing in', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/');
  await home.prompt.fill('A castle build at sunset');
  await visit('/auth');
  await signIn(page, creator.email);
  await expect(home.prompt).toHaveValue('A castle build at sunset');
});

test('[6.creator.signs-out] A creator can sign out', async ({ page, visit, creator }) => {
  await visit('/', creator);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/auth');
  await visit('/');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('[6.public-key] The browser is given no secret: the settings are ids, prices and addresses', async ({
  visit,
  request,
}) => {
  await visit('/');
  const settings = (await (await request.get('/config.json')).json()) as Record<string, unknown>;
  expect(Object.keys(settings).sort()).toEqual([
    'magicLink',
    'models',
    'packs',
    'region',
    'userPoolClientId',
    'userPoolEndpoint',
    'userPoolId',
  ]);
  expect(JSON.stringify(settings)).not.toMatch(/secret|sk_|whsec_|arn:/i);
});
