import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  waitForUrl,
  busyButton,
  button,
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
  press,
  findText,
  signUp,
  newEmail,
  type,
  withMagicLink,
} from '../support/auth-site.tsx';

async function requestCode(email: string): Promise<void> {
  press('Email me a sign-in code');
  await heading('Sign in by email');
  type('Email', email);
  press('Send Magic Link');
  await findText('Verify token');
}

describe('sign-in by a magic link', () => {
  withMagicLink(true);

  it('opens from sign-in with the typed address, and carries it back', async () => {
    await open('/auth');
    type('Email', 'ada@example.com');
    press('Email me a sign-in code');
    await waitForUrl('/auth?view=magic_link');
    await waitForFocus(() => button('Send Magic Link'));
    expect(field('Email').value).toBe('ada@example.com');
    type('Email', 'grace@example.com');
    press('Already have an account? Sign in');

    await heading('Welcome back');
    expect(field('Email').value).toBe('grace@example.com');
  });

  it.each([
    ['', 'Enter your email address.'],
    ['ada', 'Enter a whole email address, like you@example.com.'],
  ])('rejects the address %j', async (address, sentence) => {
    await open('/auth?view=magic_link');
    type('Email', address);
    press('Send Magic Link');

    expect(await error()).toBe(sentence);
    expect(mailCount()).toBe(0);
  });

  it('disables its buttons while it waits', async () => {
    const email = await createAccount();
    await open('/auth');
    const release = delayOperation('InitiateAuth');
    press('Email me a sign-in code');
    await heading('Sign in by email');
    type('Email', email);
    press('Send Magic Link');
    expect(await busyButton('Sending Magic Link...')).toHaveProperty('disabled', true);
    release();
    await findText('Verify token');

    const releaseNext = delayOperation('RespondToAuthChallenge');
    type('Code', mailTo(email).code);
    press('Verify token');
    expect(await busyButton('Verifying token...')).toHaveProperty('disabled', true);
    expect(button('Send a new code')).toHaveProperty('disabled', true);
    releaseNext();
    await waitForUrl('/');
  });

  it('rejects a missing and a wrong code, and sends another', async () => {
    const email = await createAccount();
    await open('/auth');
    await requestCode(email);
    press('Verify token');
    expect(await error()).toBe('Enter the code from the email.');
    type('Code', '000000');
    press('Verify token');
    expect(
      await screen.findByText('This code is not right. Check the latest email, or request a new code.'),
    ).toBeTruthy();
    press('Send a new code');

    expect(await findText('A new code is on its way')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(mailCount()).toBe(2);
    type('Code', mailTo(email).code);
    press('Verify token');
    await waitForUrl('/');
  });

  it('continues after a reload', async () => {
    const email = await createAccount();
    await open('/auth');
    await requestCode(email);
    await openInNewTab('https://site.test/auth?view=magic_link');

    expect(await findText('Check your email for the magic link')).toBeTruthy();
    type('Code', mailTo(email).code);
    press('Verify token');
    await waitForUrl('/');
  });

  it('starts again after the user went back to sign-in', async () => {
    const email = await createAccount();
    await open('/auth');
    await requestCode(email);
    press('Already have an account? Sign in');
    await heading('Welcome back');
    press('Email me a sign-in code');

    expect(await findText('Send Magic Link')).toBeTruthy();
  });

  it('requires an unconfirmed address to be confirmed first', async () => {
    const email = newEmail();
    await signUp(email);
    press('Already have an account? Sign in');
    await heading('Welcome back');
    press('Email me a sign-in code');
    await heading('Sign in by email');
    press('Send Magic Link');

    await waitForUrl('/auth?view=verify_otp');
    expect(await findText('Check your email for the confirmation link')).toBeTruthy();
    expect(field('Email').value).toBe(email);
    type('Code', mailTo(email).code);
    press('Verify token');
    expect(await findText('Your email is confirmed. You can sign in now.')).toBeTruthy();
    // No sign-in follows, which would also remove it.
    expect(localStorage.getItem('pendingCode.sign_up')).toBeNull();
  });

  it('does not reveal whether an account exists', async () => {
    await open('/auth');
    await requestCode('unknown@example.com');

    expect(notice()).toBe('Check your email for the magic link');
    expect(mailCount()).toBe(0);
  });
});
