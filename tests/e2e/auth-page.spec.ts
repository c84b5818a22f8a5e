import type { Page } from '@playwright/test';
import { LINKS, authOf } from './support/auth.ts';
import { PASSWORD } from './support/cognito.ts';
import { newEmail } from './support/creator.ts';
import { retouch } from './support/calls.ts';
import { expect, test } from './support/test.ts';

const CYAN = 'rgb(34, 211, 238)';

/** Each form by its name in the address: its heading, and its own button. */
const FORMS = {
  sign_in: ['Welcome back', 'Sign in'],
  sign_up: ['Create your account', 'Sign up'],
  forgotten_password: ['Reset your password', 'Send reset password instructions'],
  magic_link: ['Sign in by email', 'Send Magic Link'],
  update_password: ['Choose a new password', 'Update password'],
  verify_otp: ['Confirm your email', 'Verify token'],
} as const;
const LABEL_ROWS = {
  sign_in: '2.auth.label.sign-in',
  sign_up: '2.auth.label.sign-up',
  forgotten_password: '2.auth.label.reset',
  magic_link: '2.auth.label.magic-link',
  update_password: '2.auth.label.update',
  verify_otp: '2.auth.label.verify',
} as const;

type View = keyof typeof FORMS;
const VIEWS = Object.keys(FORMS) as View[];

async function expectForm(page: Page, view: View): Promise<void> {
  const [heading, button] = FORMS[view];
  const auth = authOf(page);
  await expect(auth.heading).toHaveText(heading);
  await expect(auth.submit(button)).toBeEnabled();
}

test('[2.route.auth 2.auth.view.sign_in] /auth is the sign-in page', async ({ page, visit }) => {
  await visit('/auth');
  await expectForm(page, 'sign_in');
  await expect(authOf(page).password).toHaveAttribute('type', 'password');
});

test('[2.route.auth-view] view=sign_in and view=sign_up open the form they name, where the original ignored them', async ({
  page,
  visit,
}) => {
  await visit('/auth?view=sign_in');
  await expectForm(page, 'sign_in');
  await visit('/auth?view=sign_up');
  await expectForm(page, 'sign_up');
});

for (const view of VIEWS) {
  test(`[2.auth.view.${view} ${LABEL_ROWS[view]}] The form ${view} has its label`, async ({
    page,
    visit,
  }) => {
    await visit(`/auth?view=${view}`);
    await expectForm(page, view);
  });
}

test('[2.auth.card 9.auth-card 2.auth.logo] A centred card of at most 28rem, with the logo leading home', async ({
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
  const middle = (card?.x ?? 0) + (card?.width ?? 0) / 2;
  expect(Math.abs(middle - 720)).toBeLessThan(20); // Half of a scroll bar beside the middle.
  await page.getByRole('link', { name: 'Thumbforge' }).click();
  await expect(page).toHaveURL('/');
  await expect(home.preview).toBeVisible();
});

test('[2.auth.theme] The form is dark, and its one colour is cyan', async ({ page, visit }) => {
  await visit('/auth');
  await expectForm(page, 'sign_in');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(10, 13, 18)');
  await expect(authOf(page).submit('Sign in')).toHaveCSS('background-color', CYAN);
});

test('[2.auth.no-social 2.auth.social-buttons 7.social] No form offers a social provider, or calls one', async ({
  page,
  visit,
}) => {
  for (const view of ['sign_in', 'sign_up', 'magic_link'] as const) {
    await visit(`/auth?view=${view}`);
    await expectForm(page, view);
    const others = page
      .getByRole('main')
      .getByRole('button', { name: /google|facebook|apple|amazon|github|with/i });
    await expect(others).toHaveCount(0);
  }
});

test('[4.auth.sign-in-to-forgotten 4.auth.sign-in-to-sign-up 4.auth.sign-up-to-sign-in 4.auth.sign-in-to-magic-link 2.auth.links] sign_in links to the others, and they link back', async ({
  page,
  visit,
}) => {
  await visit('/auth');
  await expectForm(page, 'sign_in');
  const auth = authOf(page);
  for (const [link, view] of [
    [LINKS.forgotten, 'forgotten_password'],
    [LINKS.signUp, 'sign_up'],
    [LINKS.magicLink, 'magic_link'],
  ] as const) {
    await auth.link(link).click();
    await expectForm(page, view);
    await auth.link(LINKS.signIn).click();
    await expectForm(page, 'sign_in');
  }
});

test('[4.auth.back-to-sign-in 2.auth.links] Every other form links back to sign_in', async ({
  page,
  visit,
}) => {
  for (const view of VIEWS.filter((name) => name !== 'sign_in')) {
    await visit(`/auth?view=${view}`);
    await expectForm(page, view);
    await authOf(page).link(LINKS.signIn).click();
    await expectForm(page, 'sign_in');
  }
});

test('[4.auth.sign-in-to-magic-link] A stage without magic links has neither link nor form', async ({
  page,
  visit,
}) => {
  await page.route('**/config.json', (route) => retouch(route, { magicLink: false }));
  await visit('/auth?view=magic_link');
  await expectForm(page, 'sign_in');
  await expect(authOf(page).link(LINKS.magicLink)).toHaveCount(0);
});

test('[4.auth.carry-over] Email and password typed are carried between sign_in and sign_up', async ({
  page,
  visit,
}) => {
  const email = newEmail();
  const auth = authOf(page);
  await visit('/auth');
  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  await auth.link(LINKS.signUp).click();
  await expectForm(page, 'sign_up');
  await expect(auth.email).toHaveValue(email);
  await expect(auth.password).toHaveValue(PASSWORD);

  await auth.email.fill(`new.${email}`);
  await auth.password.fill(`${PASSWORD} and more`);
  await auth.link(LINKS.signIn).click();
  await expectForm(page, 'sign_in');
  await expect(auth.email).toHaveValue(`new.${email}`);
  await expect(auth.password).toHaveValue(`${PASSWORD} and more`);
});

test('[5.email-type] Email fields use the email input type', async ({ page, visit }) => {
  for (const view of VIEWS) {
    await visit(`/auth?view=${view}`);
    await expectForm(page, view);
    await expect(authOf(page).email).toHaveAttribute('type', 'email');
  }
});
