import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { savePendingCode } from '../../../web/src/features/auth/model/pending-code.ts';
import {
  waitForUrl,
  busyButton,
  button,
  confirm,
  error,
  field,
  waitForFocus,
  heading,
  delayOperation,
  mailCount,
  mailTo,
  createAccount,
  notice,
  open,
  openInNewTab,
  PASSWORD,
  press,
  findText,
  signUp,
  newEmail,
  type,
} from '../support/auth-site.tsx';

const NEW_PASSWORD = 'another horse 8';
const CONFIRMED = 'Your email is confirmed. You can sign in now.';
const UPDATED = 'Your password has been updated';

/** Requests a code for a sign-up. @returns the new address. */
async function requestSignUp(): Promise<string> {
  const email = newEmail();
  await signUp(email);
  return email;
}

/** Requests a password reset for a new account. @returns its address. */
async function requestReset(): Promise<string> {
  const email = await createAccount();
  await open('/auth?view=forgotten_password');
  type('Email', email);
  press('Send reset password instructions');
  await waitForUrl('/auth?view=update_password');
  return email;
}

function submitPassword(password: string): void {
  type('New password', password);
  type('Confirm password', password);
  press('Update password');
}

describe('the form for the code of a sign-up', () => {
  it('sends another code, and leaves its notice and the old code behind', async () => {
    const email = await requestSignUp();
    const { code: first } = mailTo(email);
    expect(notice()).toBe('Check your email for the confirmation link');
    type('Code', first);
    press('Send a new code');

    expect(await findText('A new code is on its way')).toBeTruthy();
    expect(field('Code').value).toBe('');
    expect(mailTo(email).code).not.toBe(first);
    expect(mailCount()).toBe(2);
    press('Already have an account? Sign in');
    await heading('Welcome back');
    expect(notice()).toBe('');
  });

  it('rejects a wrong code, restores the focus, and accepts the right one', async () => {
    const email = await requestSignUp();
    type('Code', '000000');
    press('Verify token');

    expect(await error()).toBe('Invalid verification code provided, please try again.');
    await waitForFocus(() => button('Verify token'));
    await confirm(mailTo(email).code);
  });

  it('opens again after a reload, with the address that the code was sent to', async () => {
    const email = await requestSignUp();
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
    const email = await requestSignUp();
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
    expect(await findText(CONFIRMED)).toBeTruthy();
    expect(field('Password').value).toBe(PASSWORD);
    press('Sign in');
    await waitForUrl('/');
  });
});

describe('a password reset', () => {
  it('sends a code, takes a new password, and allows a sign-in with it', async () => {
    const email = await requestReset();
    expect(notice()).toBe('Check your email for the password reset link');
    expect(field('Email').value).toBe(email);
    await waitForFocus(() => field('Code'));
    // As some mail programs copy it.
    type('Code', mailTo(email).code.replace(/^.../, '$& '));
    submitPassword(NEW_PASSWORD);

    await waitForUrl('/auth');
    expect(await heading('Welcome back')).toBeTruthy();
    expect(await findText(UPDATED)).toBeTruthy();
    expect(localStorage.getItem('pendingCode.reset')).toBeNull();
    expect(field('Email').value).toBe(email);
    press('Sign in');
    await waitForUrl('/');
  });

  it('sends another code, and shows the errors of the service', async () => {
    const email = await requestReset();
    press('Send a new code');
    expect(await findText('A new code is on its way')).toBeTruthy();
    expect(mailCount()).toBe(2);

    const release = delayOperation('ConfirmForgotPassword');
    type('Code', '000000');
    submitPassword(NEW_PASSWORD);
    expect(await busyButton('Updating password…')).toHaveProperty('disabled', true);
    release();
    expect(await error()).toBe('Invalid verification code provided, please try again.');
    type('Code', mailTo(email).code);
    submitPassword('too short');
    expect(await findText('The password is too short. Use at least 10 characters.')).toBeTruthy();
    submitPassword('youtube2026!');
    expect(await screen.findByText(/^This password is easy to guess/)).toBeTruthy();
  });

  it('continues on the account page when a signed-in user opens the e-mailed link', async () => {
    const email = await requestSignUp();
    await confirm(mailTo(email).code);
    cleanup();
    await open('/auth?view=update_password&code=123456');

    await waitForUrl('/account');
    expect(
      await findText(`Choose a new password for ${email}. Every device has to sign in again.`),
    ).toBeTruthy();
    expect(field('Code from the email').value).toBe('123456');
  });
});

describe('an unknown address', () => {
  // Cognito answers with an error or without one, in turns.
  it('gets the same notice of a reset in both cases, and a button that is disabled meanwhile', async () => {
    for (let i = 0; i < 2; i += 1) {
      const release = delayOperation('ForgotPassword');
      await open('/auth?view=forgotten_password');
      type('Email', 'unknown@example.com');
      press('Send reset password instructions');
      expect(await busyButton('Sending instructions…')).toHaveProperty('disabled', true);
      release();
      await waitForUrl('/auth?view=update_password');
      expect(notice()).toBe('Check your email for the password reset link');
      expect(screen.queryByRole('alert')).toBeNull();
      cleanup();
    }
  });

  it('gets the same notice of another code in both cases', async () => {
    await open('/auth?view=verify_otp');
    type('Email', newEmail());
    for (let i = 0; i < 2; i += 1) {
      press('Send a new code');
      expect(await findText('A new code is on its way')).toBeTruthy();
      await waitFor(() => expect(button('Send a new code').disabled).toBe(false));
    }
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the e-mailed link', () => {
  const SIGN_UP = {
    request: requestSignUp,
    url: '/auth?view=verify_otp',
    title: 'Confirm your email',
    answer: 'Confirm my new account',
    finish: () => press('Verify token'),
    result: CONFIRMED,
  };
  const RESET = {
    request: requestReset,
    url: '/auth?view=update_password',
    title: 'Choose a new password',
    answer: 'Choose a new password',
    finish: () => submitPassword(NEW_PASSWORD),
    result: UPDATED,
  };

  it.each([
    ['a sign-up', 'the same browser', 'its purpose', SIGN_UP],
    ['a sign-up', 'the same browser', 'no purpose', SIGN_UP],
    ['a sign-up', 'another device', 'its purpose', SIGN_UP],
    ['a sign-up', 'another device', 'no purpose', SIGN_UP],
    ['a reset', 'the same browser', 'its purpose', RESET],
    ['a reset', 'another device', 'its purpose', RESET],
    ['a reset', 'another device', 'no purpose', RESET],
  ])('of %s in %s, with %s, opens the form with the code', async (_kind, place, purpose, form) => {
    const email = await form.request();
    const { code, link = '' } = mailTo(email);
    const isKnown = place === 'the same browser';
    if (!isKnown) {
      localStorage.clear();
      // A sign-up of somebody else there changes nothing.
      if (form === RESET && purpose === 'its purpose') savePendingCode('sign_up', 'other@example.com');
    }
    await openInNewTab(purpose === 'its purpose' ? link : `https://site.test/auth?code=${code}`);
    if (!isKnown && purpose === 'no purpose') {
      expect(await heading('What is your code for?')).toBeTruthy();
      press(form.answer);
      await waitForFocus(() => field('Email'));
    }

    await waitForUrl(form.url);
    expect(await heading(form.title)).toBeTruthy();
    expect([field('Code').value, field('Email').value, notice()]).toEqual([code, isKnown ? email : '', '']);
    type('Email', email);
    form.finish();
    expect(await findText(form.result)).toBeTruthy();
    expect(field('Email').value).toBe(email);
  });
});
