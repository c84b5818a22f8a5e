import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  waitForUrl,
  busyButton,
  button,
  confirm,
  error,
  field,
  waitForFocus,
  goOffline,
  heading,
  delayOperation,
  mailCount,
  mailTo,
  notice,
  open,
  openInNewTab,
  PASSWORD,
  press,
  findText,
  signUp,
  submitSignUp,
  newEmail,
  type,
} from '../support/auth-site.tsx';

describe('a sign-up', () => {
  it('disables its button while it waits, and is sent once', async () => {
    const release = delayOperation('SignUp');
    const email = newEmail();
    await open('/auth?view=sign_up');
    submitSignUp(email);

    expect(await busyButton('Signing up...')).toHaveProperty('disabled', true);
    release();
    await waitForUrl('/auth?view=verify_otp');
    expect(mailCount()).toBe(1);
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

  it('shows a plain sentence without a connection', async () => {
    await open('/auth?view=sign_up');
    goOffline();
    submitSignUp(newEmail());

    expect(await error()).toBe('Thumbforge could not be reached. Check your connection and try again.');
  });
});

describe('the form for the code of a sign-up', () => {
  it('shows the same for an unknown address, whether or not Cognito answers with an error', async () => {
    await open('/auth?view=verify_otp');
    type('Email', newEmail());
    for (let i = 0; i < 2; i += 1) {
      press('Send a new code');
      expect(await findText('A new code is on its way')).toBeTruthy();
      await waitFor(() => expect(button('Send a new code').disabled).toBe(false));
    }
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends another code, and shows a notice', async () => {
    const email = newEmail();
    await signUp(email);
    const { code: first } = mailTo(email);
    type('Code', first);
    press('Send a new code');

    expect(await findText('A new code is on its way')).toBeTruthy();
    expect(field('Code').value).toBe('');
    expect(mailTo(email).code).not.toBe(first);
    expect(mailCount()).toBe(2);
  });

  it('does not leave its notice above the next form', async () => {
    await signUp(newEmail());
    expect(notice()).toBe('Check your email for the confirmation link');
    press('Already have an account? Sign in');

    await heading('Welcome back');
    expect(notice()).toBe('');
  });

  it('rejects a wrong code, restores the focus, and accepts the right one', async () => {
    const email = newEmail();
    await signUp(email);
    type('Code', '000000');
    press('Verify token');

    expect(await error()).toBe('Invalid verification code provided, please try again.');
    await waitForFocus(() => button('Verify token'));
    await confirm(mailTo(email).code);
  });

  it('opens again after a reload, with the address that the code was sent to', async () => {
    const email = newEmail();
    await signUp(email);
    await openInNewTab('https://site.test/auth?view=verify_otp');

    expect(await findText('Check your email for the confirmation link')).toBeTruthy();
    expect(field('Email').value).toBe(email);
    expect(mailCount()).toBe(1);
  });

  it('requires an address to send the code again', async () => {
    await open('/auth?view=verify_otp');
    press('Send a new code');

    expect(await error()).toBe('Enter your email address.');
  });

  it('opens with another code when an unconfirmed user signs in', async () => {
    const email = newEmail();
    await signUp(email);
    press('Already have an account? Sign in');
    await waitForUrl('/auth');
    type('Email', email);
    type('Password', PASSWORD);
    press('Sign in');

    await waitForUrl('/auth?view=verify_otp');
    expect(await findText('Check your email for the confirmation link')).toBeTruthy();
    expect(mailCount()).toBe(2);
    type('Code', mailTo(email).code);
    press('Verify token');
    await waitForUrl('/auth');
    expect(await findText('Your email is confirmed. You can sign in now.')).toBeTruthy();
    expect(field('Password').value).toBe(PASSWORD);
    press('Sign in');
    await waitForUrl('/');
  });
});

describe('the e-mailed link of a sign-up', () => {
  it('opens the form with the code filled in, and removes the code from the URL', async () => {
    const email = newEmail();
    await signUp(email);
    const { code, link } = mailTo(email);
    await openInNewTab(link ?? '');

    await waitForUrl('/auth?view=verify_otp');
    expect(field('Code').value).toBe(code);
    expect(field('Email').value).toBe(email);
    expect(notice()).toBe('');
    press('Verify token');
    await waitForUrl('/auth');
    expect(await findText('Your email is confirmed. You can sign in now.')).toBeTruthy();
    expect(field('Email').value).toBe(email);
  });

  it('opens the same form on another device, which requires the address', async () => {
    const email = newEmail();
    await signUp(email);
    const { code, link } = mailTo(email);
    localStorage.clear();
    await openInNewTab(link ?? '');

    expect(await heading('Confirm your email')).toBeTruthy();
    await waitFor(() => expect(field('Code').value).toBe(code));
    expect(field('Email').value).toBe('');
    type('Email', email);
    press('Verify token');
    expect(await findText('Your email is confirmed. You can sign in now.')).toBeTruthy();
  });

  it('opens in the browser of the sign-up without a question, even if its e-mail names no purpose', async () => {
    const email = newEmail();
    await signUp(email);
    const { code } = mailTo(email);
    await openInNewTab(`https://site.test/auth?code=${code}`);

    await waitForUrl('/auth?view=verify_otp');
    expect(field('Code').value).toBe(code);
    expect(field('Email').value).toBe(email);
  });

  it('asks on another device what it is for, if its e-mail names no purpose', async () => {
    const email = newEmail();
    await signUp(email);
    const { code } = mailTo(email);
    localStorage.clear();
    await openInNewTab(`https://site.test/auth?code=${code}`);

    expect(await heading('What is your code for?')).toBeTruthy();
    press('Confirm my new account');
    await waitFor(() => expect(field('Code').value).toBe(code));
    expect(field('Email').value).toBe('');
    type('Email', email);
    press('Verify token');
    expect(await findText('Your email is confirmed. You can sign in now.')).toBeTruthy();
  });
});
