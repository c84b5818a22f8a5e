import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { savePendingCode } from '../../../web/src/features/auth/model/pending-code.ts';
import {
  waitForUrl,
  busyButton,
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
  confirm,
  newEmail,
  type,
} from '../support/auth-site.tsx';

const NEW_PASSWORD = 'another horse 8';

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
    expect(await findText('Your password has been updated')).toBeTruthy();
    expect(localStorage.getItem('pendingCode.reset')).toBeNull();
    expect(field('Email').value).toBe(email);
    press('Sign in');
    await waitForUrl('/');
  });

  it('opens in another tab through the e-mailed link, with the code filled in', async () => {
    const email = await requestReset();
    const { code, link } = mailTo(email);
    await openInNewTab(link ?? '');

    await waitForUrl('/auth?view=update_password');
    expect(field('Code').value).toBe(code);
    expect(field('Email').value).toBe(email);
    submitPassword(NEW_PASSWORD);
    expect(await findText('Your password has been updated')).toBeTruthy();
  });

  it('opens on another device through the e-mailed link, even after a sign-up there', async () => {
    const email = await requestReset();
    const { code, link } = mailTo(email);
    localStorage.clear();
    savePendingCode('sign_up', 'other@example.com');
    await openInNewTab(link ?? '');

    await waitForUrl('/auth?view=update_password');
    expect(await heading('Choose a new password')).toBeTruthy();
    expect(field('Code').value).toBe(code);
    expect(field('Email').value).toBe('');
    type('Email', email);
    submitPassword(NEW_PASSWORD);
    expect(await findText('Your password has been updated')).toBeTruthy();
  });

  it('can be chosen on another device through a link without a purpose, which could also be for a sign-up', async () => {
    const email = await requestReset();
    const { code } = mailTo(email);
    localStorage.clear();
    await openInNewTab(`https://site.test/auth?code=${code}`);
    expect(await heading('What is your code for?')).toBeTruthy();
    press('Choose a new password');

    await waitForUrl('/auth?view=update_password');
    expect(field('Code').value).toBe(code);
    await waitForFocus(() => field('Email'));
    type('Email', email);
    submitPassword(NEW_PASSWORD);
    expect(await findText('Your password has been updated')).toBeTruthy();
  });

  it('continues on the account page when a signed-in user opens the e-mailed link', async () => {
    const email = newEmail();
    await signUp(email);
    await confirm(mailTo(email).code);
    cleanup();
    await open('/auth?view=update_password&code=123456');

    await waitForUrl('/account');
    expect(
      await findText(`Choose a new password for ${email}. Every device has to sign in again.`),
    ).toBeTruthy();
    expect(field('Code from the email').value).toBe('123456');
  });

  it('sends another code, and shows the errors of the service', async () => {
    const email = await requestReset();
    press('Send a new code');
    expect(await findText('A new code is on its way')).toBeTruthy();
    expect(mailCount()).toBe(2);

    type('Code', '000000');
    submitPassword(NEW_PASSWORD);
    expect(await error()).toBe('Invalid verification code provided, please try again.');
    type('Code', mailTo(email).code);
    submitPassword('too short');
    expect(await findText('The password is too short. Use at least 10 characters.')).toBeTruthy();
    submitPassword('youtube2026!');
    expect(await screen.findByText(/^This password is easy to guess/)).toBeTruthy();
  });

  it('shows the same for an unknown address, whether or not Cognito answers with an error', async () => {
    for (let i = 0; i < 2; i += 1) {
      await open('/auth?view=forgotten_password');
      type('Email', 'unknown@example.com');
      press('Send reset password instructions');
      await waitForUrl('/auth?view=update_password');
      expect(notice()).toBe('Check your email for the password reset link');
      expect(screen.queryByRole('alert')).toBeNull();
      cleanup();
    }
  });

  it('disables its buttons while it waits', async () => {
    const release = delayOperation('ForgotPassword');
    await open('/auth?view=forgotten_password');
    type('Email', 'unknown@example.com');
    press('Send reset password instructions');
    expect(await busyButton('Sending instructions…')).toHaveProperty('disabled', true);
    release();
    await waitForUrl('/auth?view=update_password');

    const releaseNext = delayOperation('ConfirmForgotPassword');
    type('Code', '123456');
    submitPassword(PASSWORD);
    expect(await busyButton('Updating password…')).toHaveProperty('disabled', true);
    releaseNext();
    expect(await error()).toBe('Invalid verification code provided, please try again.');
  });
});
