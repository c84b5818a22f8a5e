import type { Locator, Page, Request } from '@playwright/test';

/** The forms of the sign-in page, found as a person finds them. */
export interface Auth {
  heading: Locator;
  email: Locator;
  password: Locator;
  confirmPassword: Locator;
  newPassword: Locator;
  code: Locator;
  /** What was done, over the form. */
  notice: Locator;
  /** What went wrong, in the service's own words. */
  error: Locator;
  /** The form's own button. */
  submit(label: string): Locator;
  /** A link to another form. */
  link(label: string): Locator;
}

export function authOf(page: Page): Auth {
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  return {
    heading: main.getByRole('heading', { level: 1 }),
    email: main.getByRole('textbox', { name: 'Email' }),
    password: main.getByLabel('Password', { exact: true }),
    confirmPassword: main.getByLabel('Confirm password', { exact: true }),
    newPassword: main.getByLabel('New password', { exact: true }),
    code: main.getByRole('textbox', { name: 'Code' }),
    notice: main.getByRole('status'),
    error: main.getByRole('alert'),
    submit: button,
    link: button,
  };
}

export const LINKS = {
  signIn: 'Already have an account? Sign in',
  signUp: 'Don’t have an account? Sign up',
  forgotten: 'Forgot your password?',
  magicLink: 'Send a magic link email',
} as const;

/** The page's next call of this name to the user pool. */
export function cognitoCall(page: Page, operation: string): Promise<Request> {
  return page.waitForRequest(
    (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) === true,
  );
}
