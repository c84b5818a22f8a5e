import { LINKS, authOf, cognitoCall } from './support/auth.ts';
import { mailedCode, mailedLink, signIn } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const NEW_PASSWORD = 'battery staple 9';

test('[7.reset 8.text.reset 4.auth.recovery 2.auth.view.forgotten_password] Asking for a new password says where to look, and the form becomes update_password', async ({
  page,
  visit,
  creator,
}) => {
  const auth = authOf(page);
  await visit('/auth');
  await auth.email.fill(creator.email);
  await auth.link(LINKS.forgotten).click();
  await expect(auth.email).toHaveValue(creator.email);
  const asking = cognitoCall(page, 'ForgotPassword');
  await auth.submit('Send reset password instructions').click();
  expect((await asking).postDataJSON()).toMatchObject({ Username: creator.email });
  await expect(auth.notice).toHaveText('Check your email for the password reset link');
  await expect(auth.heading).toHaveText('Choose a new password');
  await expect(page).toHaveURL('/auth?view=update_password');
});

test('[7.update 8.text.updated 4.auth.updated 4.session.recovery 2.auth.view.update_password] The new password is set, said, and signs in', async ({
  page,
  visit,
  workshop,
  creator,
}) => {
  const auth = authOf(page);
  await visit('/auth?view=forgotten_password');
  await auth.email.fill(creator.email);
  const before = await mailedCode(workshop, creator.email);
  await auth.submit('Send reset password instructions').click();
  await expect(auth.heading).toHaveText('Choose a new password');
  await auth.code.fill(await mailedCode(workshop, creator.email, { after: before }));
  await auth.newPassword.fill(NEW_PASSWORD);
  await auth.confirmPassword.fill(NEW_PASSWORD);
  const updating = cognitoCall(page, 'ConfirmForgotPassword');
  await auth.submit('Update password').click();
  expect((await updating).postDataJSON()).toMatchObject({ Username: creator.email, Password: NEW_PASSWORD });
  await expect(auth.notice).toHaveText('Your password has been updated');
  await expect(auth.heading).toHaveText('Welcome back');
  await signIn(page, creator.email, NEW_PASSWORD);
  await expect(page.getByText(creator.email)).toBeVisible();
});

test('[4.auth.recovery 8.text.reset] The link in the mail opens update_password with the code filled in', async ({
  page,
  context,
  visit,
  workshop,
  creator,
}) => {
  const auth = authOf(page);
  await visit('/auth?view=forgotten_password');
  await auth.email.fill(creator.email);
  const before = await mailedCode(workshop, creator.email);
  await auth.submit('Send reset password instructions').click();
  await expect(auth.heading).toHaveText('Choose a new password');
  const code = await mailedCode(workshop, creator.email, { after: before });

  const opened = await context.newPage();
  await opened.goto(await mailedLink(workshop, creator.email));
  const there = authOf(opened);
  await expect(there.heading).toHaveText('Choose a new password');
  await expect(there.email).toHaveValue(creator.email);
  await expect(there.code).toHaveValue(code);
  await there.newPassword.fill(NEW_PASSWORD);
  await there.confirmPassword.fill(NEW_PASSWORD);
  await there.submit('Update password').click();
  await expect(there.notice).toHaveText('Your password has been updated');
});
