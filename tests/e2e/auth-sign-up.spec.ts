import { WELCOME } from './support/welcome.ts';
import { authPage, signIn, waitForCognito } from './support/auth-page.ts';
import { expect, test } from './support/test.ts';
import { latestCode, latestLink, newEmail, PASSWORD, signUpUser } from './support/user-pool.ts';

test('A new creator signs up, confirms the address, generates a thumbnail and downloads it @4.auth.unconfirmed @7.sign-up @7.verify @3.sign-up @3.verification @2.auth.view.sign_up @2.auth.view.verify_otp @1.idea-to-image @1.costs-credits', async ({
  page,
  visit,
  home,
  devTools,
}) => {
  const email = newEmail();
  const auth = authPage(page);
  await visit('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  const signingUp = waitForCognito(page, 'SignUp');
  await auth.signUp(email);
  expect((await signingUp).postDataJSON()).toMatchObject({
    Username: email,
    Password: PASSWORD,
    UserAttributes: [{ Name: 'email', Value: email }],
  });
  await expect(auth.notice).toHaveText('Check your email for the confirmation link');
  await expect(auth.heading).toHaveText('Confirm your email');

  const code = await latestCode(devTools, email);
  await auth.code.fill(code);
  const verifying = waitForCognito(page, 'ConfirmSignUp');
  await auth.button('Verify token').click();
  expect((await verifying).postDataJSON()).toMatchObject({ Username: email, ConfirmationCode: code });
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: email })).toBeVisible();
  await expect(home.balance(WELCOME)).toBeVisible();

  await home.submit('A castle build at sunset');
  await expect(home.image).toBeVisible();
  await expect(home.balance(WELCOME - 1)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await home.download.click();
  expect((await downloading).suggestedFilename()).toBe('thumbnail.png');
});

test('The mailed link opens verify_otp with the code filled in @4.auth.unconfirmed @2.auth.view.verify_otp', async ({
  page,
  context,
  visit,
  devTools,
}) => {
  const email = newEmail();
  await visit('/auth?view=sign_up');
  await authPage(page).signUp(email);
  await expect(authPage(page).notice).toHaveText('Check your email for the confirmation link');

  const linked = await context.newPage();
  await linked.goto(await latestLink(devTools, email));
  const auth = authPage(linked);
  await expect(auth.email).toHaveValue(email);
  await expect(auth.code).toHaveValue(await latestCode(devTools, email));
  await auth.button('Verify token').click();
  // The first tab has the password and signs in for both.
  await expect(page.getByRole('button', { name: email })).toBeVisible();
  await expect(linked.getByRole('button', { name: email })).toBeVisible();
});

test('The service, not the form, rejects a short password and an address in use @5.password @8.auth-error', async ({
  page,
  visit,
  guard,
  collector,
}) => {
  const auth = authPage(page);
  await visit('/auth?view=sign_up');
  guard.allow(/status of 400/);
  const signingUp = waitForCognito(page, 'SignUp');
  await auth.signUp(newEmail(), 'short 1');
  await signingUp;
  await expect(auth.error).toHaveText('The password is too short. Use at least 10 characters.');

  await auth.signUp(collector.email);
  await expect(auth.error).toHaveText('An account with the given email already exists.');
});

test('A wrong code shows a message, and a new code can be requested @8.auth-error @3.verification', async ({
  page,
  visit,
  devTools,
  guard,
}) => {
  const email = newEmail();
  const auth = authPage(page);
  await visit('/auth?view=sign_up');
  await auth.signUp(email);
  const first = await latestCode(devTools, email);
  await auth.code.fill(first === '000000' ? '000001' : '000000');
  guard.allow(/status of 400/);
  await auth.button('Verify token').click();
  await expect(auth.error).toHaveText('Invalid verification code provided, please try again.');
  await auth.button('Send a new code').click();
  await expect(auth.notice).toHaveText('A new code is on its way');
  await expect(auth.error).toBeHidden();
  await expect(auth.code).toHaveValue('');
  await auth.code.fill(await latestCode(devTools, email, { after: first }));
  await auth.button('Verify token').click();
  await expect(page).toHaveURL('/');
});

test('The owner of an address that somebody else signed up gets a new code and chooses the password @2.auth.view.verify_otp', async ({
  page,
  visit,
  devTools,
  guard,
}) => {
  const email = await signUpUser(devTools, { confirm: false });
  const auth = authPage(page);
  const first = await latestCode(devTools, email);
  await visit('/auth?view=sign_up');
  guard.allow(/status of 400/);
  await auth.signUp(email);
  await expect(auth.notice).toHaveText('Check your email for the confirmation link');
  const code = await latestCode(devTools, email, { after: first });
  await auth.code.fill(code.replace(/^.../, '$& '));
  await auth.button('Verify token').click();
  await expect(auth.heading).toHaveText('Choose a new password');
  await auth.code.fill(await latestCode(devTools, email, { after: code }));
  await auth.newPassword.fill('battery staple 9');
  await auth.confirmPassword.fill('battery staple 9');
  await auth.button('Update password').click();
  await expect(auth.notice).toHaveText('Your password has been updated');
  await signIn(page, email, 'battery staple 9');
  await expect(page.getByRole('button', { name: email })).toBeVisible();
});
