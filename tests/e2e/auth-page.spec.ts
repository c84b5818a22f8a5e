import type { Page } from '@playwright/test';
import { authPage, LINKS } from './support/auth-page.ts';
import { overrideResponse } from './support/network.ts';
import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { newEmail, PASSWORD } from './support/user-pool.ts';

const CYAN = 'rgb(34, 211, 238)';

/** Each form by its `view` parameter: its heading, its submit button, and the row of that label. */
const FORMS = {
  sign_in: ['Welcome back', 'Sign in', 'sign-in'],
  sign_up: ['Create your account', 'Sign up', 'sign-up'],
  forgotten_password: ['Reset your password', 'Send reset password instructions', 'reset'],
  magic_link: ['Sign in by email', 'Send Magic Link', 'magic-link'],
  update_password: ['Choose a new password', 'Update password', 'update'],
  verify_otp: ['Confirm your email', 'Verify token', 'verify'],
} as const;

type View = keyof typeof FORMS;

async function expectForm(page: Page, view: View): Promise<void> {
  const [heading, button] = FORMS[view];
  await expect(authPage(page).heading).toHaveText(heading);
  await expect(authPage(page).button(button)).toBeEnabled();
}

for (const [view, [, label, row]] of Object.entries(FORMS)) {
  test(`The form ${view} has the label “${label}”, an email field, a link to sign_in and no axe violation @2.auth.view.${view} @2.auth.label.${row} @4.auth.back-to-sign-in @2.auth.links @5.email-type`, async ({
    page,
    site,
    visit,
  }) => {
    test.skip(view === 'magic_link' && !site.config.magicLink, 'The stage does not offer e-mailed codes.');
    await visit(`/auth?view=${view}`);
    await expectForm(page, view as View);
    await expect(authPage(page).email).toHaveAttribute('type', 'email');
    await expectAccessible(page);
    if (view !== 'sign_in') await authPage(page).button(LINKS.signIn).click();
    await expectForm(page, 'sign_in');
    await expect(authPage(page).password).toHaveAttribute('type', 'password');
  });
}

test('/auth is the sign-in page, and view=sign_up opens the sign-up form @2.route.auth @2.route.auth-view', async ({
  page,
  visit,
}) => {
  await visit('/auth');
  await expectForm(page, 'sign_in');
  await visit('/auth?view=sign_in');
  await expectForm(page, 'sign_in');
  await visit('/auth?view=sign_up');
  await expectForm(page, 'sign_up');
});

test('The form is a centred dark card of at most 28rem, with a cyan button and the logo linking home @2.auth.card @9.auth-card @2.auth.logo @2.auth.theme', async ({
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

test('sign_in links to the other forms without a social provider on any of them @4.auth.sign-in-to-forgotten @4.auth.sign-in-to-sign-up @4.auth.sign-up-to-sign-in @4.auth.sign-in-to-magic-link @2.auth.links @2.auth.no-social @2.auth.social-buttons @7.social', async ({
  page,
  visit,
}) => {
  const social = page
    .getByRole('main')
    .getByRole('button', { name: /google|facebook|apple|amazon|github|with/i });
  await visit('/auth');
  await expectForm(page, 'sign_in');
  await expect(social).toHaveCount(0);
  for (const [link, view] of [
    [LINKS.forgotten, 'forgotten_password'],
    [LINKS.signUp, 'sign_up'],
    [LINKS.magicLink, 'magic_link'],
  ] as const) {
    await authPage(page).button(link).click();
    await expectForm(page, view);
    await expect(social).toHaveCount(0);
    await authPage(page).button(LINKS.signIn).click();
    await expectForm(page, 'sign_in');
  }
});

test('A stage without magic links shows neither the link nor the form @4.auth.sign-in-to-magic-link', async ({
  page,
  visit,
}) => {
  await page.route('**/config.json', (route) => overrideResponse(route, { magicLink: false }));
  await visit('/auth?view=magic_link');
  await expectForm(page, 'sign_in');
  await expect(authPage(page).button(LINKS.magicLink)).toHaveCount(0);
});

test('The email address and the password are carried between sign_in and sign_up @4.auth.carry-over', async ({
  page,
  visit,
}) => {
  const email = newEmail();
  const auth = authPage(page);
  await visit('/auth');
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
