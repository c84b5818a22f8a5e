import type { Page } from '@playwright/test';
import type { PackId } from '../../contract/packs.ts';
import {
  CHECKOUT,
  countRequests,
  CREDITS,
  GENERATE,
  holdRequests,
  mockError,
  mockResponse,
} from './support/network.ts';
import { toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

test.skip(({ site }) => site.devTools === undefined, 'Pays on the page of the stand-in for Stripe.');

/** The cards that the page shows. A new pack is an error of the types until it is here. */
const SHOWN_CARDS: Record<PackId, { name: string; credits: number; price: string; features: string[] }> = {
  starter: {
    name: 'Starter',
    credits: 10,
    price: '£3.50',
    features: ['10 thumbnail generations', 'Access to all AI models', 'Standard support'],
  },
  pro: {
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
  elite: {
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
};
const PACKS = Object.values(SHOWN_CARDS);

const OUT_OF_CREDITS = 'You have run out of credits. Buy More Credits';

const cards = (page: Page) =>
  page
    .getByRole('list', { name: 'Credit packs' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
const getPack = (page: Page, name: string) => page.getByRole('button', { name: `Get ${name}`, exact: true });
const pay = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

test('A visitor sees the cards of all packs in one row, is asked to sign in to buy, and finds the way home @2.route.buy-credits @2.buy.title @2.buy.subtitle @2.buy.header @2.buy.grid @2.buy.card.name @2.buy.card.count @2.buy.card.price @2.buy.card.features @2.buy.card.button @9.packs @4.purchase.no-session @8.purchase-no-session @6.visitor.no-purchase', async ({
  page,
  visit,
  home,
}) => {
  const requests = countRequests(page, CHECKOUT);
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/buy-credits');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get More Credits');
  await expect(
    page.getByText('Choose a credit pack to continue generating amazing thumbnails.', { exact: true }),
  ).toBeVisible();
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
  }
  // The smallest common window of a laptop has all buttons.
  await page.setViewportSize({ width: 1366, height: 657 });
  for (const { name } of PACKS) await expect(getPack(page, name)).toBeInViewport({ ratio: 1 });
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Thumbforge' })).toHaveAttribute('href', '/');
  await header.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();

  await page.goBack();
  await getPack(page, 'Pro').click();
  await expect(toasts(page)).toHaveText(['Please sign in to purchase credits.']);
  await expect(page).toHaveURL('/auth?view=sign_up');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account to get Pro');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(requests()).toBe(0);
});

test('Each pack sends its price, costs it at checkout and adds its credits @3.pack.starter @3.pack.pro @3.pack.elite @9.packs @1.buys-credits @6.creator.buys @7.checkout @7.checkout.payload @3.pack.price-id @4.auth.busy @7.checkout.redirect', async ({
  page,
  visit,
  home,
  devTools,
  inspector,
  creator,
}) => {
  let checkoutUrl = '';
  await page.route(`**${CHECKOUT}`, async (route) => {
    const response = await route.fetch();
    ({ checkoutUrl } = (await response.json()) as { checkoutUrl: string });
    await route.fulfill({ response });
  });
  let balance = WELCOME;
  await visit('/buy-credits', creator);
  for (const { name, credits, price } of PACKS) {
    await test.step(name, async () => {
      const held = await holdRequests(page, CHECKOUT);
      await getPack(page, name).click();
      const request = await held.arrived;
      expect(request.method()).toBe('POST');
      const priceId = devTools.config.packs.find((pack) => pack.name === name)?.priceId;
      expect(request.postDataJSON()).toEqual({ priceId, userId: creator.userId });
      await expect(page.getByRole('button', { name: 'Opening checkout...' })).toBeDisabled();
      for (const other of PACKS.filter((pack) => pack.name !== name)) {
        await expect(getPack(page, other.name)).toBeDisabled();
      }
      held.release();
      await expect(pay(page)).toBeVisible();
      await expect(page).toHaveURL(checkoutUrl);
      await expect(page.getByText(price).first()).toBeVisible();
      await page.getByRole('checkbox').check();
      await pay(page).click();
      await expect(page).toHaveURL('/');
      balance += credits;
      await expect(home.balance(balance)).toBeVisible();
      await expect(toasts(page)).toHaveText([`${credits} credits added.`]);
      expect(await inspector.balance(creator.userId)).toBe(balance);
      await page.getByRole('banner').getByRole('link', { name: 'Buy Credits' }).click();
    });
  }
});

test('A payment needs the consent to the immediate supply of the credits, and Cancel buys nothing @7.checkout.redirect', async ({
  page,
  visit,
  inspector,
  creator,
}) => {
  await visit('/buy-credits', creator);
  await expect(page.getByText(/^Sold by Sample Studio, 1 Sample Street, London\./)).toBeVisible();
  await getPack(page, 'Starter').click();
  const consent = page.getByRole('checkbox', { name: /I ask for the credits at once/ });
  await pay(page).click();
  await expect(consent).toBeFocused();
  await expect(consent).not.toBeChecked();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/buy-credits/);
  await expect(getPack(page, 'Starter')).toBeEnabled();
  expect(await inspector.balance(creator.userId)).toBe(WELCOME);
});

test('A failed purchase shows the reason of the server, or that there is no checkoutUrl @8.no-checkout-url @8.purchase-failure', async ({
  page,
  visit,
  guard,
  collector,
}) => {
  await mockResponse(page, CHECKOUT, {});
  await visit('/buy-credits', collector);
  await getPack(page, 'Pro').click();
  await expect(toasts(page)).toHaveText(['Failed to get checkout URL.']);
  await expect(page).toHaveURL('/buy-credits');

  guard.allow(/status of 500/);
  await mockError(page, CHECKOUT, { code: 'internal', error: 'Checkout is closed' });
  await getPack(page, 'Elite').click();
  await expect(
    toasts(page).getByText('Purchase failed: Checkout is closed. Please try again.'),
  ).toBeVisible();
  await expect(getPack(page, 'Elite')).toBeEnabled();
});

test('A creator runs out of credits, is told so once, buys a pack and generates again @7.credits @3.user-record @2.home.buy-more @4.out-of-credits.balance @8.no-credits.balance @5.credits @8.no-credits.message @1.buys-credits', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  await devTools.setBalance(creator.userId, 1);
  const requests = countRequests(page, GENERATE);
  const responding = page.waitForResponse(`**${CREDITS}`);
  await visit('/', creator);
  const response = await responding;
  expect(response.request().method()).toBe('GET');
  expect(await response.json()).toEqual({ credits: 1 });
  await expect(home.balance(1)).toBeVisible();
  await expect(home.buyMore).toBeHidden();
  await home.submit('A castle build at sunset');
  await expect(home.image).toBeVisible();
  await expect(home.balance(0)).toBeVisible();
  await expect(home.buyMore).toHaveAttribute('href', '/buy-credits');

  await home.generate.click();
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  await home.generate.click();
  await expect(toasts(page)).toHaveText([OUT_OF_CREDITS]);
  expect(requests()).toBe(1);
  await toasts(page).getByRole('link', { name: 'Buy More Credits' }).click();
  await expect(page).toHaveURL('/buy-credits');

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
