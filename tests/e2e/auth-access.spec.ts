import { authOf } from './support/auth.ts';
import { expectAccessible } from './support/axe.ts';
import { PASSWORD } from './support/cognito.ts';
import { expect, test } from './support/test.ts';

test.describe('axe finds nothing on the sign-in page', () => {
  for (const [view, label] of [
    ['sign_in', 'Sign in'],
    ['sign_up', 'Sign up'],
    ['forgotten_password', 'Send reset password instructions'],
    ['magic_link', 'Send Magic Link'],
    ['update_password', 'Update password'],
    ['verify_otp', 'Verify token'],
  ] as const) {
    test(`with the form ${view}`, async ({ page, visit }) => {
      await visit(`/auth?view=${view}`);
      await expect(authOf(page).submit(label)).toBeEnabled();
      await expectAccessible(page);
    });
  }

  test('with an error', async ({ page, visit, watch, creator }) => {
    const auth = authOf(page);
    await visit('/auth');
    await auth.email.fill(creator.email);
    await auth.password.fill(`${PASSWORD} but wrong`);
    watch.allow(/status of 400/);
    await auth.submit('Sign in').click();
    await expect(auth.error).toBeVisible();
    await expectAccessible(page);
  });
});
