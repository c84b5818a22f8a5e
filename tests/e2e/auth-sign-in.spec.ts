import { authOf, cognitoCall } from './support/auth.ts';
import { PASSWORD, signUpOverTheWire } from './support/cognito.ts';
import { newEmail } from './support/creator.ts';
import { mailedCode, signIn } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test('[7.sign-in 2.auth.home-after-sign-in 2.auth.view.sign_in] Email and password open a session, and lead home', async ({
  page,
  visit,
  workshop,
}) => {
  const email = newEmail();
  await signUpOverTheWire(workshop, email);
  await visit('/auth');
  const calling = cognitoCall(page, 'InitiateAuth');
  const answering = cognitoCall(page, 'RespondToAuthChallenge');
  await signIn(page, email);
  expect((await calling).postDataJSON()).toMatchObject({
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email },
  });
  expect((await answering).postData()).not.toContain(PASSWORD); // It is proven, and never sent.
  await expect(page.getByText(email)).toBeVisible();
});

test('[8.auth-error] A wrong password is told in the service’s words, in a danger box under the form', async ({
  page,
  visit,
  workshop,
  watch,
}) => {
  const email = newEmail();
  await signUpOverTheWire(workshop, email);
  await visit('/auth');
  const auth = authOf(page);
  await auth.email.fill(email);
  await auth.password.fill('wrong horse 8');
  watch.allow(/status of 400/);
  await auth.submit('Sign in').click();
  await expect(auth.error).toHaveText('Incorrect username or password.');
  await expect(auth.error).toHaveCSS('border-color', 'rgb(91, 37, 49)');
  await expect(auth.error).toHaveCSS('color', 'rgb(255, 194, 203)');
  const [box, button] = await Promise.all([auth.error.boundingBox(), auth.submit('Sign in').boundingBox()]);
  expect(box?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0));
  await expect(page).toHaveURL('/auth');
});

test('[8.auth-error] A connection that is lost is told, and what was typed is kept', async ({
  page,
  visit,
  workshop,
  watch,
}) => {
  await visit('/auth');
  const auth = authOf(page);
  await auth.email.fill('someone@example.com');
  await auth.password.fill(PASSWORD);
  watch.allow(/net::ERR_FAILED/);
  await page.route(`${workshop.config.userPoolEndpoint}/**`, (route) => route.abort());
  await auth.submit('Sign in').click();
  await expect(auth.error).toHaveText(
    'Thumbforge could not be reached. Check your connection and try again.',
  );
  await expect(auth.email).toHaveValue('someone@example.com');
  await expect(auth.submit('Sign in')).toBeEnabled();
});

test('[4.auth.busy] While it waits, the button shows a loading label and is disabled', async ({
  page,
  visit,
  workshop,
  creator,
}) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${workshop.config.userPoolEndpoint}/**`, async (route) => {
    await released;
    await route.continue();
  });
  await visit('/auth');
  const auth = authOf(page);
  await auth.email.fill(creator.email);
  await auth.password.fill(PASSWORD);
  await auth.submit('Sign in').click();
  await expect(auth.submit('Signing in…')).toBeDisabled();
  release();
  await expect(page).toHaveURL('/');
});

test('[4.auth.unconfirmed 2.auth.view.verify_otp] An address that was never confirmed is asked for its code', async ({
  page,
  visit,
  workshop,
  watch,
}) => {
  const email = newEmail();
  await signUpOverTheWire(workshop, email, { confirm: false });
  await visit('/auth');
  const auth = authOf(page);
  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  watch.allow(/status of 400/);
  await auth.submit('Sign in').click();
  await expect(auth.heading).toHaveText('Confirm your email');
  await auth.code.fill(await mailedCode(workshop, email));
  await auth.submit('Verify token').click();
  await expect(auth.notice).toHaveText('Your email is confirmed. You can sign in now');
  await signIn(page, email);
  await expect(page.getByText(email)).toBeVisible();
});

test('[2.auth.home-after-sign-in] Whoever is signed in already is led home', async ({
  page,
  visit,
  creator,
}) => {
  await visit('/auth', creator);
  await expect(page).toHaveURL('/');
  await expect(page.getByText(creator.email)).toBeVisible();
});
