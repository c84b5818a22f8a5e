import { authPage, expectForm, FORMS, LINKS, type View } from './support/auth-page.ts';
import { overrideResponse } from './support/network.ts';
import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { newEmail, PASSWORD } from './support/user-pool.ts';

const CYAN = 'rgb(34, 211, 238)';

test('/auth is a centred dark card of at most 28rem, with a cyan button and the logo linking home @2.route.auth @2.auth.card @9.auth-card @2.auth.logo @2.auth.theme', async ({
  page,
  visit,
  home,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/auth');
  await expectForm(page, 'sign_in');
  const card = await page.getByRole('main').boundingBox();
  expect(card?.width).toBeLessThanOrEqual(28 * 16);
  expect(card?.width).toBeGreaterThan(24 * 16);
  const center = (card?.x ?? 0) + (card?.width ?? 0) / 2;
  expect(Math.abs(center - 720)).toBeLessThan(20); // A scroll bar moves the centre by half of its width.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(10, 13, 18)');
  await expect(authPage(page).button('Sign in')).toHaveCSS('background-color', CYAN);

  await page.getByRole('link', { name: 'Thumbforge' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

test('Each view has its form, its label, an email field, a link to sign_in, no social provider and no axe violation @2.route.auth-view @2.auth.view.sign_in @2.auth.view.sign_up @2.auth.view.forgotten_password @2.auth.view.magic_link @2.auth.view.update_password @2.auth.view.verify_otp @2.auth.label.sign-in @2.auth.label.sign-up @2.auth.label.reset @2.auth.label.magic-link @2.auth.label.update @2.auth.label.verify @4.auth.back-to-sign-in @2.auth.links @5.email-type @2.auth.no-social @2.auth.social-buttons @7.social', async ({
  page,
  site,
  visit,
}) => {
  const views = (Object.keys(FORMS) as View[]).filter(
    (view) => view !== 'magic_link' || site.config.magicLink,
  );
  for (const view of views) {
    await test.step(view, async () => {
      await visit(`/auth?view=${view}`);
      await expectForm(page, view);
      await expect(authPage(page).email).toHaveAttribute('type', 'email');
      await expect(
        page.getByRole('main').getByRole('button', { name: /google|facebook|apple|amazon|github|with/i }),
      ).toHaveCount(0);
      await expectAccessible(page);
      if (view !== 'sign_in') await authPage(page).button(LINKS.signIn).click();
      await expectForm(page, 'sign_in');
      await expect(authPage(page).password).toHaveAttribute('type', 'password');
    });
  }
});

test('sign_in links to the other forms, and to magic links only where they are enabled; sign_up takes the typed values over @4.auth.sign-in-to-forgotten @4.auth.sign-in-to-sign-up @4.auth.sign-up-to-sign-in @4.auth.sign-in-to-magic-link @4.auth.carry-over', async ({
  page,
  visit,
}) => {
  const auth = authPage(page);
  const email = newEmail();
  await page.route('**/config.json', (route) => overrideResponse(route, { magicLink: false }));
  await visit('/auth?view=magic_link');
  await expectForm(page, 'sign_in');
  await expect(auth.button(LINKS.magicLink)).toHaveCount(0);
  await page.unroute('**/config.json');
  await page.route('**/config.json', (route) => overrideResponse(route, { magicLink: true }));
  await visit('/auth');
  for (const [link, view] of [
    [LINKS.forgotten, 'forgotten_password'],
    [LINKS.magicLink, 'magic_link'],
  ] as const) {
    await auth.button(link).click();
    await expectForm(page, view);
    await auth.button(LINKS.signIn).click();
    await expectForm(page, 'sign_in');
  }

  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  await auth.button(LINKS.signUp).click();
  await expectForm(page, 'sign_up');
  await expect(auth.email).toHaveValue(email);
  await expect(auth.password).toHaveValue(PASSWORD);
  await auth.email.fill(`new.${email}`);
  await auth.password.fill(`${PASSWORD} and more`);
  await auth.button(LINKS.signIn).click();
  await expectForm(page, 'sign_in');
  await expect(auth.email).toHaveValue(`new.${email}`);
  await expect(auth.password).toHaveValue(`${PASSWORD} and more`);
});

test('The sign-up names the policies, and its error goes as soon as a field is edited', async ({
  page,
  visit,
  guard,
}) => {
  guard.allow(/400/);
  const auth = authPage(page);
  await visit('/auth?view=sign_up');
  for (const name of ['terms of service', 'privacy policy'])
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', /^\/local\//);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toBeVisible();

  await auth.signUp(newEmail(), 'short');
  await expect(auth.error).toHaveText('The password is too short. Use at least 10 characters.');
  await auth.password.fill(PASSWORD);
  await expect(auth.error.filter({ hasText: 'too short' })).toBeHidden();
});
