import type { Page } from '@playwright/test';
import { WELCOME } from './support/welcome.ts';
import {
  CHECKOUT,
  countRequests,
  CREDITS,
  holdRequests,
  mockError,
  mockResponse,
  PURCHASES,
} from './support/network.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

test.skip(({ site }) => site.devTools === undefined, 'Pays on the page of the stand-in for Stripe.');

const PACKS = [
  {
    row: '@3.pack.starter',
    name: 'Starter',
    credits: 10,
    price: '£3.50',
    features: ['10 thumbnail generations', 'Access to all AI models', 'Standard support'],
  },
  {
    row: '@3.pack.pro',
    name: 'Pro',
    credits: 25,
    price: '£7.00',
    features: [
      '25 thumbnail generations',
      'Access to all AI models',
      'Priority support',
      'Early access to new features',
    ],
  },
  {
    row: '@3.pack.elite',
    name: 'Elite',
    credits: 50,
    price: '£10.00',
    features: [
      '50 thumbnail generations',
      'Access to all AI models',
      '24/7 dedicated support',
      'Custom integrations',
    ],
  },
] as const;

const cards = (page: Page) =>
  page
    .getByRole('list', { name: 'Credit packs' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
const getPack = (page: Page, name: string) => page.getByRole('button', { name: `Get ${name}`, exact: true });
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

test('The page has a title, a subtitle and a header that leads back home @2.route.buy-credits @2.buy.title @2.buy.subtitle @2.buy.header', async ({
  page,
  visit,
  home,
}) => {
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
  await expect(
    page.getByText('Choose a credit pack to continue generating amazing thumbnails.', { exact: true }),
  ).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Thumbforge' })).toHaveAttribute('href', '/');
  await header.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

test('Three columns show the name, credits, price, features and button of each pack @2.buy.grid @9.packs @2.buy.card.name @2.buy.card.count @2.buy.card.price @2.buy.card.features @2.buy.card.button', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/buy-credits');
  await expect(cards(page)).toHaveCount(PACKS.length);
  const boxes = await Promise.all((await cards(page).all()).map((card) => card.boundingBox()));
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(PACKS.length);
  expect(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size).toBe(1);
  for (const { name, credits, price, features } of PACKS) {
    const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(card.getByText(`${credits} Generations`, { exact: true })).toBeVisible();
    await expect(card.getByText(price, { exact: true })).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText([...features]);
    await expect(card.getByRole('button')).toHaveText(`Get ${name}`);
    await expect(card.getByRole('button')).toBeEnabled();
  }
});

for (const { row, name, credits, price } of PACKS) {
  test(`${name} costs ${price} at checkout and adds ${credits} credits ${row} @9.packs @1.buys-credits @6.creator.buys`, async ({
    page,
    visit,
    home,
    inspector,
    creator,
  }) => {
    await visit('/buy-credits', creator);
    await getPack(page, name).click();
    await expect(page.getByText(price).first()).toBeVisible();
    await page.getByRole('checkbox').check();
    await pay(page).click();
    await expect(page).toHaveURL('/');
    await expect(home.balance(WELCOME + credits)).toBeVisible();
    await expect(toasts(page)).toHaveText([`${credits} credits added.`]);
    expect(await inspector.balance(creator.userId)).toBe(WELCOME + credits);
  });
}

test('The button of a pack sends its price and the user, and is busy until the browser goes to checkoutUrl @7.checkout @7.checkout.payload @3.pack.price-id @4.auth.busy @7.checkout.redirect', async ({
  page,
  visit,
  devTools,
  creator,
}) => {
  let checkoutUrl = '';
  await page.route(`**${CHECKOUT}`, async (route) => {
    const response = await route.fetch();
    ({ checkoutUrl } = (await response.json()) as { checkoutUrl: string });
    await route.fulfill({ response });
  });
  const held = await holdRequests(page, CHECKOUT);
  await visit('/buy-credits', creator);
  await getPack(page, 'Pro').click();
  const request = await held.arrived;
  const pro = devTools.config.packs.find(({ name }) => name === 'Pro');
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ priceId: pro?.priceId, userId: creator.userId });
  await expect(page.getByRole('button', { name: 'Opening checkout...' })).toBeDisabled();
  await expect(getPack(page, 'Starter')).toBeDisabled();
  await expect(getPack(page, 'Elite')).toBeDisabled();

  held.release();
  await expect(pay(page)).toBeVisible();
  await expect(page).toHaveURL(checkoutUrl);
});

test('A purchase made before the balance has loaded still shows the added credits @1.buys-credits', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await holdRequests(page, CREDITS);
  await holdRequests(page, PURCHASES);
  await visit('/buy-credits', creator);
  await getPack(page, 'Starter').click();
  await page.unrouteAll();
  await page.getByRole('checkbox').check();
  await pay(page).click();
  await expect(home.balance(WELCOME + 10)).toBeVisible();
  await expect(toasts(page)).toHaveText(['10 credits added.']);
});

test('Cancel on the Stripe page leads back to the packs and buys nothing @7.checkout.redirect', async ({
  page,
  visit,
  inspector,
  creator,
}) => {
  await visit('/buy-credits', creator);
  await getPack(page, 'Starter').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/buy-credits/);
  await expect(getPack(page, 'Starter')).toBeEnabled();
  expect(await inspector.balance(creator.userId)).toBe(3);
});

test('A visitor who buys is asked to sign in and sent to /auth @4.purchase.no-session @8.purchase-no-session @6.visitor.no-purchase', async ({
  page,
  visit,
}) => {
  const requests = countRequests(page, CHECKOUT);
  await visit('/buy-credits');
  await getPack(page, 'Pro').click();
  await expect(toasts(page)).toHaveText(['Please sign in to purchase credits.']);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(requests()).toBe(0);
});

test('A response without checkoutUrl shows a message @8.no-checkout-url', async ({
  page,
  visit,
  collector,
}) => {
  await mockResponse(page, CHECKOUT, {});
  await visit('/buy-credits', collector);
  await getPack(page, 'Pro').click();
  await expect(toasts(page)).toHaveText(['Failed to get checkout URL.']);
  await expect(getPack(page, 'Pro')).toBeEnabled();
  await expect(page).toHaveURL('/buy-credits');
});

test('A failed purchase shows the reason of the server, or that the connection was lost @8.purchase-failure', async ({
  page,
  visit,
  guard,
  collector,
}) => {
  guard.allow(/status of 500/);
  await mockError(page, CHECKOUT, { code: 'internal', error: 'Checkout is closed' });
  await visit('/buy-credits', collector);
  await getPack(page, 'Elite').click();
  await expect(toasts(page)).toHaveText(['Purchase failed: Checkout is closed. Please try again.']);
  await expect(getPack(page, 'Elite')).toBeEnabled();

  guard.allow(/net::ERR_CONNECTION_FAILED/);
  await page.unroute(`**${CHECKOUT}`);
  await page.route(`**${CHECKOUT}`, (route) => route.abort('connectionfailed'));
  await visit('/buy-credits');
  await getPack(page, 'Elite').click();
  await expect(toasts(page)).toHaveText(['Purchase failed: The connection was lost. Please try again.']);
});

test('A creator runs out of credits, buys a pack and generates again @1.buys-credits @2.home.buy-more', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 1);
  await visit('/', creator);
  await home.submit('A castle build at sunset');
  await expect(home.balance(0)).toBeVisible();
  await home.buyMore.click();
  await getPack(page, 'Starter').click();
  await page.getByRole('checkbox').check();
  await pay(page).click();
  await expect(home.balance(10)).toBeVisible();
  await expect(home.buyMore).toBeHidden();
  await home.generate.click();
  await expect(home.balance(9)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).click();
  await expect(page.getByRole('link', { name: /receipt/i })).toBeVisible();
});
