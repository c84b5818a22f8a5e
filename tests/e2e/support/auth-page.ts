import { expect, type Page, type Request } from '@playwright/test';
import { PASSWORD } from './user-pool.ts';

/** The forms of the sign-in page. */
export function authPage(page: Page) {
  const main = page.getByRole('main');
  const email = main.getByRole('textbox', { name: 'Email' });
  const password = main.getByLabel('Password', { exact: true });
  const confirmPassword = main.getByLabel('Confirm password', { exact: true });
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return {
    heading: main.getByRole('heading', { level: 1 }),
    email,
    password,
    confirmPassword,
    newPassword: main.getByLabel('New password', { exact: true }),
    code: main.getByRole('textbox', { name: 'Code' }),
    /** The success message above the form. */
    notice: main.getByRole('status'),
    /** The error message below the form. */
    error: main.getByRole('alert'),
    /** The submit button of the form, or a link to another form. */
    button,
    async signUp(address: string, secret = PASSWORD) {
      await email.fill(address);
      await password.fill(secret);
      await confirmPassword.fill(secret);
      await button('Sign up').click();
    },
    async signIn(address: string, secret = PASSWORD) {
      await email.fill(address);
      await password.fill(secret);
      await button('Sign in').click();
    },
  };
}

/** Each form by its `view` parameter: its heading and its submit button. */
export const FORMS = {
  sign_in: ['Welcome back', 'Sign in'],
  sign_up: ['Create your account', 'Sign up'],
  forgotten_password: ['Reset your password', 'Send reset password instructions'],
  magic_link: ['Sign in by email', 'Send Magic Link'],
  update_password: ['Choose a new password', 'Update password'],
  verify_otp: ['Confirm your email', 'Verify token'],
} as const;

export type View = keyof typeof FORMS;

/** Waits for the form of a view. */
export async function expectForm(page: Page, view: View): Promise<void> {
  const [heading, button] = FORMS[view];
  await expect(authPage(page).heading).toHaveText(heading);
  await expect(authPage(page).button(button)).toBeEnabled();
}

export const LINKS = {
  signIn: 'Already have an account? Sign in',
  signUp: 'Don’t have an account? Sign up',
  forgotten: 'Forgot your password?',
  magicLink: 'Email me a sign-in code',
} as const;

/** Signs in on the open form and waits for the home page. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await authPage(page).signIn(email, password);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
}

/** The next request of the page for this operation of the user pool. */
export function waitForCognito(page: Page, operation: string): Promise<Request> {
  return page.waitForRequest(
    (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) === true,
  );
}
