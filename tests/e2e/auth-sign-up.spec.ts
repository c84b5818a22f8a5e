import { authOf, cognitoCall } from './support/auth.ts';
import { PASSWORD, signUpOverTheWire } from './support/cognito.ts';
import { newEmail } from './support/creator.ts';
import { mailedCode, mailedLink } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test('[4.auth.unconfirmed 7.sign-up 7.verify 3.sign-up 3.verification 2.auth.view.sign_up 2.auth.view.verify_otp] A sign-up without a session says where to look; the code opens the session', async ({
  page,
  visit,
  home,
  workshop,
}) => {
  const email = newEmail();
  const auth = authOf(page);
  await visit('/auth?view=sign_up');
  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  await auth.confirmPassword.fill(PASSWORD);
  const signingUp = cognitoCall(page, 'SignUp');
  await auth.submit('Sign up').click();
  expect((await signingUp).postDataJSON()).toMatchObject({
    Username: email,
    Password: PASSWORD,
    UserAttributes: [{ Name: 'email', Value: email }],
  });
  await expect(auth.notice).toHaveText('Check your email for the confirmation link');
  await expect(auth.heading).toHaveText('Confirm your email');

  const code = await mailedCode(workshop, email);
  await auth.code.fill(code);
  const verifying = cognitoCall(page, 'ConfirmSignUp');
  await auth.submit('Verify token').click();
  expect((await verifying).postDataJSON()).toMatchObject({ Username: email, ConfirmationCode: code });
  await expect(page).toHaveURL('/');
  await expect(home.credits('3 credits')).toBeVisible();
});

test('[4.auth.unconfirmed 2.auth.view.verify_otp] The link in the mail opens the form with the code filled in', async ({
  page,
  context,
  visit,
  workshop,
}) => {
  const email = newEmail();
  const auth = authOf(page);
  await visit('/auth?view=sign_up');
  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  await auth.confirmPassword.fill(PASSWORD);
  await auth.submit('Sign up').click();
  await expect(auth.notice).toHaveText('Check your email for the confirmation link');

  const opened = await context.newPage();
  await opened.goto(await mailedLink(workshop, email));
  const there = authOf(opened);
  await expect(there.email).toHaveValue(email);
  await expect(there.code).toHaveValue(await mailedCode(workshop, email));
  await there.submit('Verify token').click();
  await expect(there.notice).toHaveText('Your email is confirmed. You can sign in now');
  await expect(there.heading).toHaveText('Welcome back');
});

test('[5.password 8.auth-error] A password that is too short is refused by the service, not by the form', async ({
  page,
  visit,
  watch,
}) => {
  const auth = authOf(page);
  await visit('/auth?view=sign_up');
  await auth.email.fill(newEmail());
  await auth.password.fill('short 1');
  await auth.confirmPassword.fill('short 1');
  watch.allow(/status of 400/);
  const signingUp = cognitoCall(page, 'SignUp');
  await auth.submit('Sign up').click();
  await signingUp;
  await expect(auth.error).toHaveText('Password did not conform with policy: Password not long enough');
});

test('[8.auth-error] An address that is taken is told in the service’s words', async ({
  page,
  visit,
  workshop,
  watch,
}) => {
  const email = newEmail();
  await signUpOverTheWire(workshop, email);
  const auth = authOf(page);
  await visit('/auth?view=sign_up');
  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  await auth.confirmPassword.fill(PASSWORD);
  watch.allow(/status of 400/);
  await auth.submit('Sign up').click();
  await expect(auth.error).toHaveText('An account with the given email already exists.');
});

test('[8.auth-error 3.verification] A wrong code is told, and a new one can be asked for', async ({
  page,
  visit,
  workshop,
  watch,
}) => {
  const email = newEmail();
  const auth = authOf(page);
  await visit('/auth?view=sign_up');
  await auth.email.fill(email);
  await auth.password.fill(PASSWORD);
  await auth.confirmPassword.fill(PASSWORD);
  await auth.submit('Sign up').click();
  const first = await mailedCode(workshop, email);
  await auth.code.fill(first === '000000' ? '000001' : '000000');
  watch.allow(/status of 400/);
  await auth.submit('Verify token').click();
  await expect(auth.error).toHaveText('Invalid verification code provided, please try again.');
  await auth.link('Send a new code').click();
  await expect(auth.notice).toHaveText('A new code is on its way');
  await auth.code.fill(await mailedCode(workshop, email, { after: first }));
  await auth.submit('Verify token').click();
  await expect(page).toHaveURL('/');
});
