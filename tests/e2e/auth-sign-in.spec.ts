import { authPage, LINKS, signIn, waitForCognito } from './support/auth-page.ts';
import { holdRequests } from './support/network.ts';
import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { latestCode, PASSWORD, signUpUser } from './support/user-pool.ts';

test('Email and password start a session and lead home; the button is busy meanwhile @7.sign-in @2.auth.home-after-sign-in @2.auth.view.sign_in @4.auth.busy', async ({
  page,
  visit,
  devTools,
  collector,
}) => {
  const auth = authPage(page);
  await visit('/auth');
  const held = await holdRequests(page, `${devTools.config.userPoolEndpoint}/**`);
  const responding = waitForCognito(page, 'RespondToAuthChallenge');
  await auth.signIn(collector.email);
  const request = await held.arrived;
  expect(request.postDataJSON()).toMatchObject({
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: collector.email },
  });
  await expect(auth.button('Signing in...')).toBeDisabled();
  held.release();
  expect((await responding).postData()).not.toContain(PASSWORD); // SRP proves the password without sending it.
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: collector.email })).toBeVisible();
});

test('A wrong password shows the message of the service in a danger box below the form @8.auth-error', async ({
  page,
  visit,
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
  await expect(page).toHaveURL('/auth');
  await expectAccessible(page);
});

test('A lost connection shows a message and keeps the typed address @8.auth-error', async ({
  page,
  visit,
  devTools,
  guard,
}) => {
  const auth = authPage(page);
  await visit('/auth');
  guard.allow(/net::ERR_FAILED/);
  await page.route(`${devTools.config.userPoolEndpoint}/**`, (route) => route.abort());
  await auth.signIn('someone@example.com');
  await expect(auth.error).toHaveText(
    'Thumbforge could not be reached. Check your connection and try again.',
  );
  await expect(auth.email).toHaveValue('someone@example.com');
  await expect(auth.button('Sign in')).toBeEnabled();
});

test('A sign-in with an unconfirmed address asks for its code @4.auth.unconfirmed @2.auth.view.verify_otp', async ({
  page,
  visit,
  devTools,
  guard,
}) => {
  const email = await signUpUser(devTools, { confirm: false });
  const auth = authPage(page);
  await visit('/auth');
  guard.allow(/status of 400/);
  await auth.signIn(email);
  await expect(auth.heading).toHaveText('Confirm your email');
  await auth.code.fill(await latestCode(devTools, email));
  await auth.button('Verify token').click();
  await expect(auth.notice).toHaveText('Your email is confirmed. You can sign in now.');
  await signIn(page, email);
  await expect(page.getByRole('button', { name: email })).toBeVisible();
});

test('/auth redirects a signed-in user to the home page @2.auth.home-after-sign-in', async ({
  page,
  visit,
  collector,
}) => {
  await visit('/auth', collector);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: collector.email })).toBeVisible();
});

test('The magic link form mails a code that starts a session @7.magic-link @8.text.magic-link @2.auth.view.magic_link', async ({
  page,
  visit,
  devTools,
  creator,
}) => {
  const auth = authPage(page);
  await visit('/auth');
  await auth.email.fill(creator.email);
  await auth.button(LINKS.magicLink).click();
  await expect(auth.email).toHaveValue(creator.email);
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

test('The magic link form shows a message for an empty address and sends nothing @5.magic-link.empty', async ({
  page,
  visit,
}) => {
  const auth = authPage(page);
  const targets: string[] = [];
  page.on('request', (request) => targets.push(request.headers()['x-amz-target'] ?? ''));
  await visit('/auth?view=magic_link');
  await auth.button('Send Magic Link').click();
  await expect(auth.error).toHaveText('Enter your email address.');
  expect(targets.filter((target) => target !== '')).toEqual([]);
});
