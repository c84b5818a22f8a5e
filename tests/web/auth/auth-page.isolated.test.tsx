// The suites are one file, so that Amplify is loaded once for all of them.
import './codes.suite.tsx';
import './magic-link.suite.tsx';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  waitForUrl,
  busyButton,
  button,
  error,
  field,
  findText,
  goBack,
  goOffline,
  waitForFocus,
  heading,
  createAccount,
  delayOperation,
  mailCount,
  newEmail,
  open,
  PASSWORD,
  press,
  submitSignUp,
  type,
  typeSlowly,
  withMagicLink,
} from '../support/auth-site.tsx';

const SIGN_IN = 'Already have an account? Sign in';
const SIGN_UP = 'Don’t have an account? Sign up';

withMagicLink(false);

describe('the URL of the sign-in page', () => {
  it.each([
    ['/auth', 'Welcome back', 'Sign in'],
    ['/auth?view=sign_in', 'Welcome back', 'Sign in'],
    ['/auth?view=sign_up', 'Create your account', 'Sign up'],
    ['/auth?view=forgotten_password', 'Reset your password', 'Send reset password instructions'],
    ['/auth?view=update_password', 'Choose a new password', 'Update password'],
    ['/auth?view=verify_otp', 'Confirm your email', 'Verify token'],
    ['/auth?view=nonsense', 'Welcome back', 'Sign in'],
    // Magic links are turned off here.
    ['/auth?view=magic_link', 'Welcome back', 'Sign in'],
    ['/auth?code=<script>', 'Welcome back', 'Sign in'],
  ])('opens the form for %s: %s', async (address, title, submit) => {
    await open(address);

    expect(await heading(title)).toBeTruthy();
    expect(button(submit)).toBeTruthy();
    expect(document.title).toBe(`${title} · Thumbforge`);
  });

  it('is one entry of the history, and keeps only the form of its parameters', async () => {
    await open('/auth?view=sign_up&utm=mail');
    await waitForUrl('/auth?view=sign_up');
    press(SIGN_IN);
    await waitForUrl('/auth');
    goBack();

    await waitForUrl('/');
  });
});

describe('the links of the sign-in page', () => {
  it.each(['sign_up', 'forgotten_password', 'update_password', 'verify_otp'])(
    'lead back to sign-in from %s, with the focus on its first field',
    async (view) => {
      await open(`/auth?view=${view}`);
      press(SIGN_IN);

      await heading('Welcome back');
      await waitForFocus(() => field('Email'));
    },
  );
});

describe('the typed values of the sign-in page', () => {
  it('count for the comparison of the passwords in sign-up', async () => {
    await open('/auth');
    type('Password', PASSWORD);
    press(SIGN_UP);
    await heading('Create your account');
    await typeSlowly('Confirm password', 'short');
    await findText('The passwords are not the same.');
    await typeSlowly('Confirm password', PASSWORD);

    await waitFor(() => expect(screen.queryByText('The passwords are not the same.')).toBeNull());
    expect(button('Sign up')).toHaveProperty('disabled', false);
  });

  it('are not in storage', async () => {
    await open('/auth');
    type('Email', 'ada@example.com');
    type('Password', 'correct horse 7');
    press(SIGN_UP);
    await heading('Create your account');

    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('horse');
  });
});

describe('a sign-up', () => {
  it('disables its button while it waits, and is sent once', async () => {
    const release = delayOperation('SignUp');
    await open('/auth?view=sign_up');
    submitSignUp(newEmail());

    expect(await busyButton('Signing up...')).toHaveProperty('disabled', true);
    release();
    await waitForUrl('/auth?view=verify_otp');
    expect(mailCount()).toBe(1);
  });

  it('promises welcome credits only to the addresses that get them', async () => {
    await open('/auth?view=sign_up');

    const words =
      '3 free credits to start, once for each mailbox. Throw-away and relay addresses get none. No card needed.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('refuses a common password without a call, and accepts another one', async () => {
    const email = newEmail();
    await open('/auth?view=sign_up');
    submitSignUp(email, 'thumbforge1');

    expect(await error()).toMatch(/^This password is easy to guess/);
    expect(mailCount()).toBe(0);
    submitSignUp(email);
    await waitForUrl('/auth?view=verify_otp');
  });

  it('judges the password while it is typed', async () => {
    await open('/auth?view=sign_up');
    const rules = () =>
      screen.getAllByRole('listitem').map((item) => `${item.getAttribute('data-kept')}: ${item.textContent}`);
    const others = ['at least 10 characters', 'a lower-case letter', 'a digit', 'more than one common word'];
    expect(rules()).toEqual(others.map((text) => `false: ${text}`));

    await typeSlowly('Password', 'youtube1');
    expect(rules()).toEqual([
      'false: at least 10 characters',
      'true: a lower-case letter',
      'true: a digit',
      'false: more than one common word',
    ]);
    expect(
      screen.getByText('The password still needs at least 10 characters, more than one common word.'),
    ).toBeTruthy();
    await typeSlowly('Password', `${PASSWORD} `);
    expect(rules().at(-1)).toBe('false: no space at its ends');
    await typeSlowly('Password', PASSWORD);
    expect(rules()).toEqual(others.map((text) => `true: ${text}`));
    expect(screen.getByText('The password fits.')).toBeTruthy();
  });

  it('with the address of an account comes with a link to the sign-in, which keeps the address', async () => {
    const email = await createAccount();
    await open('/auth?view=sign_up');
    submitSignUp(email);

    expect(await error()).toBe('An account with the given email already exists.');
    press('Sign in with this email');
    await heading('Welcome back');
    expect(field('Email').value).toBe(email);
  });

  it('shows a plain sentence without a connection', async () => {
    await open('/auth?view=sign_up');
    goOffline();
    submitSignUp(newEmail());

    expect(await error()).toBe('Thumbforge could not be reached. Check your connection and try again.');
  });
});
