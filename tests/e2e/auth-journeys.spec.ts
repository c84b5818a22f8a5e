import { authPage, expectForm, LINKS, signIn, waitForCognito } from './support/auth-page.ts';
import { holdRequests } from './support/network.ts';
import { expect, test } from './support/test.ts';
import { latestCode, latestLink, newEmail, PASSWORD, signUpUser, WELCOME } from './support/user-pool.ts';

const NEW_PASSWORD = 'battery staple 9';

test('A wrong password shows the message of the service in a danger box; the right one leads home @8.auth-error @7.sign-in @2.auth.home-after-sign-in @2.auth.view.sign_in @4.auth.busy', async ({
  page,
  visit,
  devTools,
  creator,
  guard,
}) => {
  const auth = authPage(page);
  await visit('/auth');
  guard.allow(/status of 400/);
  await auth.signIn(creator.email, 'wrong horse 8');
  await expect(auth.error).toHaveText('Incorrect username or password.');
  await expect(auth.error).toHaveCSS('border-color', 'rgb(91, 37, 49)');
  await expect(auth.error).toHaveCSS('color', 'rgb(255, 194, 203)');
  const [box, button] = await Promise.all([auth.error.boundingBox(), auth.button('Sign in').boundingBox()]);
  expect(box?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0));

  const held = await holdRequests(page, `${devTools.config.userPoolEndpoint}/**`);
  const responding = waitForCognito(page, 'RespondToAuthChallenge');
  await auth.signIn(creator.email);
  const request = await held.arrived;
  expect(request.postDataJSON()).toMatchObject({
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: creator.email },
  });
  await expect(auth.button('Signing in...')).toBeDisabled();
  held.release();
  expect((await responding).postData()).not.toContain(PASSWORD); // SRP proves the password without sending it.
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: creator.email })).toBeVisible();
  await visit('/auth');
  await expect(page).toHaveURL('/');
});

test('The magic link form mails a code that starts a session, but not to an empty address @7.magic-link @8.text.magic-link @2.auth.view.magic_link @5.magic-link.empty', async ({
  page,
  visit,
  devTools,
  creator,
}) => {
  const auth = authPage(page);
  const targets: string[] = [];
  page.on('request', (request) => targets.push(request.headers()['x-amz-target'] ?? ''));
  await visit('/auth?view=magic_link');
  await auth.button('Send Magic Link').click();
  await expect(auth.error).toHaveText('Enter your email address.');
  expect(targets.filter((target) => target !== '')).toEqual([]);

  await auth.email.fill(creator.email);
  const after = await latestCode(devTools, creator.email);
  const sending = waitForCognito(page, 'InitiateAuth');
  await auth.button('Send Magic Link').click();
  expect((await sending).postDataJSON()).toMatchObject({
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: creator.email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  });
  await expect(auth.notice).toHaveText('Check your email for the magic link');
  await auth.code.fill(await latestCode(devTools, creator.email, { after }));
  await auth.button('Verify token').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: creator.email })).toBeVisible();
});

test('A new creator signs up after the service has refused a password and an address, and confirms through the mailed link @4.auth.unconfirmed @7.sign-up @7.verify @3.sign-up @3.verification @2.auth.view.sign_up @2.auth.view.verify_otp @5.password @8.auth-error', async ({
  page,
  context,
  visit,
  home,
  devTools,
  guard,
  collector,
}) => {
  const email = newEmail();
  const auth = authPage(page);
  await visit('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  guard.allow(/status of 400/);
  await auth.signUp(email, 'short 1');
  await expect(auth.error).toHaveText('The password is too short. Use at least 10 characters.');
  await auth.signUp(collector.email);
  await expect(auth.error).toHaveText('An account with the given email already exists.');
  const signingUp = waitForCognito(page, 'SignUp');
  await auth.signUp(email);
  expect((await signingUp).postDataJSON()).toMatchObject({
    Username: email,
    Password: PASSWORD,
    UserAttributes: [{ Name: 'email', Value: email }],
  });
  await expect(auth.notice).toHaveText('Check your email for the confirmation link');
  await expectForm(page, 'verify_otp');

  const first = await latestCode(devTools, email);
  await auth.code.fill(first === '000000' ? '000001' : '000000');
  await auth.button('Verify token').click();
  await expect(auth.error).toHaveText('Invalid verification code provided, please try again.');
  await auth.button('Send a new code').click();
  await expect(auth.notice).toHaveText('A new code is on its way');
  await expect(auth.error).toBeHidden();

  const code = await latestCode(devTools, email, { after: first });
  const linked = await context.newPage();
  await linked.goto(await latestLink(devTools, email));
  await expect(authPage(linked).email).toHaveValue(email);
  await expect(authPage(linked).code).toHaveValue(code);
  const verifying = waitForCognito(linked, 'ConfirmSignUp');
  await authPage(linked).button('Verify token').click();
  expect((await verifying).postDataJSON()).toMatchObject({ Username: email, ConfirmationCode: code });
  // The first tab has the password and signs in for both.
  await expect(page).toHaveURL('/');
  await expect(linked.getByRole('button', { name: email })).toBeVisible();
  await expect(home.balance(WELCOME)).toBeVisible();
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
  await expectForm(page, 'update_password');
  await auth.code.fill(await latestCode(devTools, email, { after: code }));
  await auth.newPassword.fill(NEW_PASSWORD);
  await auth.confirmPassword.fill(NEW_PASSWORD);
  await auth.button('Update password').click();
  await expect(auth.notice).toHaveText('Your password has been updated');
  await signIn(page, email, NEW_PASSWORD);
});

test('The mailed link of a reset opens update_password on another device, and the new password signs in @7.reset @8.text.reset @4.auth.recovery @4.session.recovery @2.auth.view.forgotten_password @2.auth.view.update_password @7.update @8.text.updated @4.auth.updated', async ({
  page,
  browser,
  visit,
  devTools,
  creator,
}) => {
  const auth = authPage(page);
  await visit('/auth');
  const after = await latestCode(devTools, creator.email);
  await auth.email.fill(creator.email);
  await auth.button(LINKS.forgotten).click();
  await expect(auth.email).toHaveValue(creator.email);
  const sending = waitForCognito(page, 'ForgotPassword');
  await auth.button('Send reset password instructions').click();
  expect((await sending).postDataJSON()).toMatchObject({ Username: creator.email });
  await expect(auth.notice).toHaveText('Check your email for the password reset link');
  await expectForm(page, 'update_password');
  await expect(page).toHaveURL('/auth?view=update_password');
  const code = await latestCode(devTools, creator.email, { after });

  const device = await browser.newContext();
  const linked = await device.newPage();
  await linked.goto(await latestLink(devTools, creator.email));
  const form = authPage(linked);
  await expectForm(linked, 'update_password');
  await expect(form.code).toHaveValue(code);
  await expect(form.email).toHaveValue('');
  await form.email.fill(creator.email);
  await form.newPassword.fill(NEW_PASSWORD);
  await form.confirmPassword.fill(NEW_PASSWORD);
  const updating = waitForCognito(linked, 'ConfirmForgotPassword');
  await form.button('Update password').click();
  expect((await updating).postDataJSON()).toMatchObject({ Username: creator.email, Password: NEW_PASSWORD });
  await expect(form.notice).toHaveText('Your password has been updated');
  await expectForm(linked, 'sign_in');
  await form.signIn(creator.email, NEW_PASSWORD);
  await expect(linked.getByRole('button', { name: creator.email })).toBeVisible();
  await device.close();
});
