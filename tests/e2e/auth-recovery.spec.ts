import type { Page } from '@playwright/test';
import { authPage, LINKS, signIn, waitForCognito } from './support/auth-page.ts';
import type { DevTools } from './support/dev-tools.ts';
import { expect, test } from './support/test.ts';
import { latestCode, latestLink } from './support/user-pool.ts';

const NEW_PASSWORD = 'battery staple 9';

/** Requests a new password. @returns the code from the mail */
async function requestReset(page: Page, devTools: DevTools, email: string): Promise<string> {
  const auth = authPage(page);
  const after = await latestCode(devTools, email);
  await auth.email.fill(email);
  await auth.button(LINKS.forgotten).click();
  await expect(auth.email).toHaveValue(email);
  const sending = waitForCognito(page, 'ForgotPassword');
  await auth.button('Send reset password instructions').click();
  expect((await sending).postDataJSON()).toMatchObject({ Username: email });
  await expect(auth.notice).toHaveText('Check your email for the password reset link');
  await expect(auth.heading).toHaveText('Choose a new password');
  await expect(page).toHaveURL('/auth?view=update_password');
  return latestCode(devTools, email, { after });
}

test('A mailed code sets a new password, which then signs in @7.reset @8.text.reset @4.auth.recovery @2.auth.view.forgotten_password @7.update @8.text.updated @4.auth.updated @4.session.recovery @2.auth.view.update_password', async ({
  page,
  visit,
  devTools,
  creator,
}) => {
  const auth = authPage(page);
  await visit('/auth');
  const code = await requestReset(page, devTools, creator.email);
  await auth.code.fill(code);
  await auth.newPassword.fill(NEW_PASSWORD);
  await auth.confirmPassword.fill(NEW_PASSWORD);
  const updating = waitForCognito(page, 'ConfirmForgotPassword');
  await auth.button('Update password').click();
  expect((await updating).postDataJSON()).toMatchObject({ Username: creator.email, Password: NEW_PASSWORD });
  await expect(auth.notice).toHaveText('Your password has been updated');
  await expect(auth.heading).toHaveText('Welcome back');
  await signIn(page, creator.email, NEW_PASSWORD);
  await expect(page.getByRole('button', { name: creator.email })).toBeVisible();
});

test('The mailed link opens update_password with the code filled in @4.auth.recovery @8.text.reset', async ({
  page,
  context,
  visit,
  devTools,
  creator,
}) => {
  await visit('/auth');
  const code = await requestReset(page, devTools, creator.email);
  const linked = await context.newPage();
  await linked.goto(await latestLink(devTools, creator.email));
  const auth = authPage(linked);
  await expect(auth.heading).toHaveText('Choose a new password');
  await expect(auth.email).toHaveValue(creator.email);
  await expect(auth.code).toHaveValue(code);
  await auth.newPassword.fill(NEW_PASSWORD);
  await auth.confirmPassword.fill(NEW_PASSWORD);
  await auth.button('Update password').click();
  await expect(auth.notice).toHaveText('Your password has been updated');
});

test('The mailed link opens update_password on another device, which does not know the address @4.auth.recovery @2.auth.view.update_password', async ({
  page,
  browser,
  visit,
  devTools,
  creator,
}) => {
  await visit('/auth');
  const code = await requestReset(page, devTools, creator.email);
  const device = await browser.newContext();
  const linked = await device.newPage();
  await linked.goto(await latestLink(devTools, creator.email));
  const auth = authPage(linked);
  await expect(auth.heading).toHaveText('Choose a new password');
  await expect(auth.code).toHaveValue(code);
  await expect(auth.email).toHaveValue('');
  await auth.email.fill(creator.email);
  await auth.newPassword.fill(NEW_PASSWORD);
  await auth.confirmPassword.fill(NEW_PASSWORD);
  await auth.button('Update password').click();
  await expect(auth.notice).toHaveText('Your password has been updated');
  await device.close();
});
