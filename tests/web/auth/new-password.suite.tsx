import { describe, expect, it } from 'vitest';
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
    type('Code', mailTo(email).code);
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

  it('can be chosen on another device, where the link could also be for a sign-up', async () => {
    const email = await requestReset();
    const { code, link } = mailTo(email);
    localStorage.clear();
    await openInNewTab(link ?? '');
    await waitForUrl('/auth?view=verify_otp');
    press('Choose a new password instead');

    await waitForUrl('/auth?view=update_password');
    expect(field('Code').value).toBe(code);
    await waitForFocus(() => field('Email'));
    type('Email', email);
    submitPassword(NEW_PASSWORD);
    expect(await findText('Your password has been updated')).toBeTruthy();
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
    expect(await findText('Password did not conform with policy: Password not long enough')).toBeTruthy();
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
