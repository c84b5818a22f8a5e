import { describe, expect, it } from 'vitest';
import {
  at,
  busyButton,
  error,
  field,
  focusOn,
  heading,
  hold,
  mailCount,
  mailTo,
  member,
  notice,
  open,
  openInNewTab,
  PASSWORD,
  press,
  said,
  type,
} from '../support/auth-site.tsx';

const NEW_PASSWORD = 'another horse 8';

/** Somebody with an account who stands before the form for a new password. */
async function forgetful(): Promise<string> {
  const email = await member();
  await open('/auth?view=forgotten_password');
  type('Email', email);
  press('Send reset password instructions');
  await at('/auth?view=update_password');
  return email;
}

function choose(password: string): void {
  type('New password', password);
  type('Confirm password', password);
  press('Update password');
}

describe('somebody who forgot the password', () => {
  it('gets a code, chooses another, and signs in with it', async () => {
    const email = await forgetful();
    expect(notice()).toBe('Check your email for the password reset link');
    expect(field('Email').value).toBe(email);
    await focusOn(() => field('Code'));
    type('Code', mailTo(email).code);
    choose(NEW_PASSWORD);

    await at('/auth');
    expect(await heading('Welcome back')).toBeTruthy();
    expect(await said('Your password has been updated')).toBeTruthy();
    expect(localStorage.getItem('pendingCode.reset')).toBeNull();
    expect(field('Email').value).toBe(email);
    press('Sign in');
    await at('/');
  });

  it('finds the code filled in by the link in the mail, in another tab', async () => {
    const email = await forgetful();
    const { code, link } = mailTo(email);
    await openInNewTab(link ?? '');

    await at('/auth?view=update_password');
    expect(field('Code').value).toBe(code);
    expect(field('Email').value).toBe(email);
    choose(NEW_PASSWORD);
    expect(await said('Your password has been updated')).toBeTruthy();
  });

  it('says so on another device, where the same link could be for a sign-up', async () => {
    const email = await forgetful();
    const { code, link } = mailTo(email);
    localStorage.clear();
    await openInNewTab(link ?? '');
    await at('/auth?view=verify_otp');
    press('Choose a new password instead');

    await at('/auth?view=update_password');
    expect(field('Code').value).toBe(code);
    await focusOn(() => field('Email'));
    type('Email', email);
    choose(NEW_PASSWORD);
    expect(await said('Your password has been updated')).toBeTruthy();
  });

  it('may have another code, and reads the words of the service', async () => {
    const email = await forgetful();
    press('Send a new code');
    expect(await said('A new code is on its way')).toBeTruthy();
    expect(mailCount()).toBe(2);

    type('Code', '000000');
    choose(NEW_PASSWORD);
    expect(await error()).toBe('Invalid verification code provided, please try again.');
    type('Code', mailTo(email).code);
    choose('too short');
    expect(await said('Password did not conform with policy: Password not long enough')).toBeTruthy();
  });

  it('sees both buttons wait', async () => {
    const letThrough = hold('ForgotPassword');
    await open('/auth?view=forgotten_password');
    type('Email', 'nobody@example.com');
    press('Send reset password instructions');
    expect(await busyButton('Sending instructions…')).toHaveProperty('disabled', true);
    letThrough();
    await at('/auth?view=update_password');

    const letThroughToo = hold('ConfirmForgotPassword');
    type('Code', '123456');
    choose(PASSWORD);
    expect(await busyButton('Updating password…')).toHaveProperty('disabled', true);
    letThroughToo();
    expect(await error()).toBe('Invalid verification code provided, please try again.');
  });
});
