import { expect, test } from './support/test.ts';

const BUY_CREDITS_CHUNK = '**/assets/buy-credits-page-*.js';

const POLICIES = [
  ['Terms', 'Terms of service'],
  ['Privacy', 'us-east-1, us-east-2 and us-west-2'],
  ['Refunds', 'Refund policy'],
] as const;

test('An unknown address shows the not-found page, which links to the home page @2.route.not-found @2.not-found.words @2.not-found.link', async ({
  page,
  visit,
  home,
}) => {
  for (const path of ['/nowhere', '/buy-credits/nowhere', '/auth/sign-in']) {
    await visit(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

test('A page whose script fails to load says so, leads home, and can be loaded again', async ({
  page,
  visit,
  home,
  guard,
}) => {
  guard.allow(/Failed to fetch dynamically imported module|Failed to load resource/);
  await page.route(BUY_CREDITS_CHUNK, (route) => route.abort());
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(home.preview).toBeVisible();

  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await page.unroute(BUY_CREDITS_CHUNK);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(page).toHaveURL('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
});

test('The footer names the seller and leads to its policies and support', async ({ page, visit, site }) => {
  test.skip(site.devTools === undefined, 'Expects the seller of the embedded cloud.');
  await visit('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Sample Studio, 1 Sample Street, London')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/support');
  for (const [name, text] of POLICIES) {
    const address = await footer.getByRole('link', { name }).getAttribute('href');
    const policy = await page.request.get(address ?? '');
    expect(policy.status()).toBe(200);
    expect(await policy.text()).toContain(text);
  }
});

test('The settings that the browser receives contain no secret @6.public-key', async ({ devTools }) => {
  const settings = (await (await fetch(`${devTools.url}/config.json`)).json()) as Record<string, unknown>;
  expect(Object.keys(settings).sort()).toEqual([
    'answerHours',
    'earlyAccess',
    'edits',
    'legal',
    'magicLink',
    'models',
    'packs',
    'promptAssistance',
    'referenceModels',
    'references',
    'region',
    'userPoolClientId',
    'userPoolEndpoint',
    'userPoolId',
    'welcomeCredits',
  ]);
  expect(JSON.stringify(settings)).not.toMatch(/secret|sk_|whsec_|arn:/i);
});
