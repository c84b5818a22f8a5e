import type { Page } from '@playwright/test';
import { CHECKOUT, CREDITS, PURCHASES, answer, countCalls, hold, refuse } from './support/calls.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const FEATURES = {
  Starter: ['10 thumbnail generations', 'Access to all AI models', 'Standard support'],
  Pro: [
    '25 thumbnail generations',
    'Access to all AI models',
    'Priority support',
    'Early access to new features',
  ],
  Elite: [
    '50 thumbnail generations',
    'Access to all AI models',
    '24/7 dedicated support',
    'Custom integrations',
  ],
};
const PACKS = [
  { row: '3.pack.starter', name: 'Starter', credits: 10, price: '£3.50' },
  { row: '3.pack.pro', name: 'Pro', credits: 25, price: '£7.00' },
  { row: '3.pack.elite', name: 'Elite', credits: 50, price: '£10.00' },
] as const;

const cards = (page: Page) =>
  page
    .getByRole('list', { name: 'Credit packs' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
const get = (page: Page, name: string) => page.getByRole('button', { name: `Get ${name}`, exact: true });

test('[2.route.buy-credits 2.buy.title 2.buy.subtitle] /buy-credits says what it sells', async ({
  page,
  visit,
}) => {
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
  await expect(
    page.getByText('Choose a credit pack to continue generating amazing thumbnails.', { exact: true }),
  ).toBeVisible();
});

test('[2.buy.header] The header has the logo and leads back home', async ({ page, visit, home }) => {
  await visit('/buy-credits');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Thumbforge' })).toHaveAttribute('href', '/');
  await header.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

test('[2.buy.grid] The packs stand in three columns', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/buy-credits');
  await expect(cards(page)).toHaveCount(3);
  const boxes = await Promise.all((await cards(page).all()).map((each) => each.boundingBox()));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(3);
  expect(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size).toBe(1);
});

for (const { row, name, credits, price } of PACKS) {
  test(`[${row} 9.packs 2.buy.card.name 2.buy.card.count 2.buy.card.price 2.buy.card.features 2.buy.card.button] The ${name} card`, async ({
    page,
    visit,
  }) => {
    await visit('/buy-credits');
    const pack = card(page, name);
    await expect(pack.getByText(`${credits} Generations`, { exact: true })).toBeVisible();
    await expect(pack.getByText(price, { exact: true })).toBeVisible();
    await expect(pack.getByRole('listitem')).toHaveText(FEATURES[name]);
    await expect(pack.getByRole('button')).toHaveText(`Get ${name}`);
    await expect(pack.getByRole('button')).toBeEnabled();
  });

  test(`[${row} 9.packs 1.buys-credits 6.creator.buys] ${name} is ${price} at the till, and ${credits} credits after it`, async ({
    page,
    visit,
    home,
    audit,
    creator,
  }) => {
    await visit('/buy-credits', creator);
    await get(page, name).click();
    await expect(page.getByText(price).first()).toBeVisible();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(home.credits(`${3 + credits} credits`)).toBeVisible();
    await expect(toasts(page)).toHaveText([`${credits} credits added.`]);
    expect(await audit.balance(creator.userId)).toBe(3 + credits);
  });
}

test('[7.checkout 7.checkout.payload 3.pack.price-id] A pack’s button sends its price and the session’s user', async ({
  page,
  visit,
  workshop,
  creator,
}) => {
  await visit('/buy-credits', creator);
  const sending = page.waitForRequest(`**${CHECKOUT}`);
  await get(page, 'Pro').click();
  const request = await sending;
  const pro = workshop.config.packs.find(({ name }) => name === 'Pro');
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ priceId: pro?.priceId, userId: creator.userId });
});

test('[7.checkout.redirect] The browser goes to the checkoutUrl of the answer', async ({
  page,
  visit,
  creator,
}) => {
  let checkoutUrl = '';
  await page.route(`**${CHECKOUT}`, async (route) => {
    const response = await route.fetch();
    ({ checkoutUrl } = (await response.json()) as { checkoutUrl: string });
    await route.fulfill({ response });
  });
  await visit('/buy-credits', creator);
  await get(page, 'Starter').click();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await expect(page).toHaveURL(checkoutUrl);
});

test('[1.buys-credits] Who buys before the page knows the balance is told of the credits all the same', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await hold(page, CREDITS);
  await hold(page, PURCHASES);
  await visit('/buy-credits', creator);
  await get(page, 'Starter').click();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(home.credits('13 credits')).toBeVisible();
  await expect(toasts(page)).toHaveText(['10 credits added.']);
});

test('[7.checkout.redirect] Cancel on Stripe’s page leads back, and nothing is bought', async ({
  page,
  visit,
  audit,
  creator,
}) => {
  await visit('/buy-credits', creator);
  await get(page, 'Starter').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/buy-credits/);
  await expect(get(page, 'Starter')).toBeEnabled();
  expect(await audit.balance(creator.userId)).toBe(3);
});

test('[4.auth.busy 7.checkout] While checkout opens, its button says so and all are disabled', async ({
  page,
  visit,
  creator,
}) => {
  const held = await hold(page, CHECKOUT);
  await visit('/buy-credits', creator);
  await get(page, 'Pro').click();
  await held.arrived;
  await expect(card(page, 'Pro').getByRole('button')).toHaveText('Opening checkout...');
  for (const each of await cards(page).getByRole('button').all()) await expect(each).toBeDisabled();
  held.release();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
});

test('[4.purchase.no-session 8.purchase-no-session 6.visitor.no-purchase] A visitor is told to sign in and sent to /auth', async ({
  page,
  visit,
}) => {
  const calls = countCalls(page, CHECKOUT);
  await visit('/buy-credits');
  await get(page, 'Pro').click();
  await expect(toasts(page)).toHaveText(['Please sign in to purchase credits.']);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(calls()).toBe(0);
});

test('[8.no-checkout-url] An answer without checkoutUrl is told', async ({ page, visit, creator }) => {
  await answer(page, CHECKOUT, {});
  await visit('/buy-credits', creator);
  await get(page, 'Pro').click();
  await expect(toasts(page)).toHaveText(['Failed to get checkout URL.']);
  await expect(get(page, 'Pro')).toBeEnabled();
  await expect(page).toHaveURL('/buy-credits');
});

test('[8.purchase-failure] A failed purchase is told with the server’s reason', async ({
  page,
  visit,
  watch,
  creator,
}) => {
  watch.allow(/status of 500/);
  await refuse(page, CHECKOUT, { code: 'internal', error: 'The till is shut.' });
  await visit('/buy-credits', creator);
  await get(page, 'Elite').click();
  await expect(toasts(page)).toHaveText(['Purchase failed: The till is shut. Please try again.']);
  await expect(get(page, 'Elite')).toBeEnabled();
});

test('[8.purchase-failure] A lost connection is told as what it is', async ({
  page,
  visit,
  watch,
  creator,
}) => {
  watch.allow(/net::ERR_CONNECTION_FAILED/);
  await page.route(`**${CHECKOUT}`, (route) => route.abort('connectionfailed'));
  await visit('/buy-credits', creator);
  await get(page, 'Elite').click();
  await expect(toasts(page)).toHaveText(['Purchase failed: The connection was lost. Please try again.']);
});

test('[1.buys-credits 2.home.buy-more] A creator runs out of credits, buys a pack, and generates again', async ({
  page,
  visit,
  home,
  purse,
  creator,
}) => {
  await purse.fill(creator.userId, 1);
  await visit('/', creator);
  await home.ask('A castle build at sunset');
  await expect(home.credits('0 credits')).toBeVisible();
  await home.buyMore.click();
  await get(page, 'Starter').click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(home.credits('10 credits')).toBeVisible();
  await expect(home.buyMore).toBeHidden();
  await home.generate.click();
  await expect(home.credits('9 credits')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).click();
  await expect(page.getByRole('link', { name: /receipt/i })).toBeVisible();
});
