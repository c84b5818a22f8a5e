import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  at,
  busyButton,
  button,
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
  press,
  said,
  signUp,
  someone,
  type,
  withMagicLink,
} from '../support/auth-site.tsx';

async function askFor(email: string): Promise<void> {
  press('Send a magic link email');
  await heading('Sign in by email');
  type('Email', email);
  press('Send Magic Link');
  await said('Verify token');
}

describe('sign-in by a magic link', () => {
  withMagicLink(true);

  it('sends a code, and takes it', async () => {
    const email = await member();
    await open('/auth');
    await askFor(email);

    expect(notice()).toBe('Check your email for the magic link');
    await focusOn(() => field('Code'));
    type('Code', mailTo(email).code);
    press('Verify token');
    await at('/');
    expect(await said(email)).toBeTruthy();
  });

  it('opens from sign-in with the address typed there, and leads back with it', async () => {
    await open('/auth');
    type('Email', 'ada@example.com');
    press('Send a magic link email');
    await at('/auth?view=magic_link');
    await focusOn(() => field('Email'));
    expect(field('Email').value).toBe('ada@example.com');
    type('Email', 'grace@example.com');
    press('Already have an account? Sign in');

    await heading('Welcome back');
    expect(field('Email').value).toBe('grace@example.com');
  });

  it.each([
    ['', 'Enter your email address.'],
    ['ada', 'Enter a whole email address, like you@example.com.'],
  ])('of %j asks for an address', async (address, sentence) => {
    await open('/auth?view=magic_link');
    type('Email', address);
    press('Send Magic Link');

    expect(await error()).toBe(sentence);
    expect(mailCount()).toBe(0);
  });

  it('waits with its buttons', async () => {
    const email = await member();
    await open('/auth');
    const letThrough = hold('InitiateAuth');
    press('Send a magic link email');
    await heading('Sign in by email');
    type('Email', email);
    press('Send Magic Link');
    expect(await busyButton('Sending Magic Link…')).toHaveProperty('disabled', true);
    letThrough();
    await said('Verify token');

    const letThroughToo = hold('RespondToAuthChallenge');
    type('Code', mailTo(email).code);
    press('Verify token');
    expect(await busyButton('Verifying token…')).toHaveProperty('disabled', true);
    expect(button('Send a new code')).toHaveProperty('disabled', true);
    letThroughToo();
    await at('/');
  });

  it('takes no wrong code and none at all, and sends another', async () => {
    const email = await member();
    await open('/auth');
    await askFor(email);
    press('Verify token');
    expect(await error()).toBe('Enter the code from the email.');
    type('Code', '000000');
    press('Verify token');
    expect(await screen.findByText('Invalid code or auth state for the user.')).toBeTruthy();
    press('Send a new code');

    expect(await said('A new code is on its way')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(mailCount()).toBe(2);
    type('Code', mailTo(email).code);
    press('Verify token');
    await at('/');
  });

  it('goes on after a reload', async () => {
    const email = await member();
    await open('/auth');
    await askFor(email);
    await openInNewTab('https://site.test/auth?view=magic_link');

    expect(await said('Check your email for the magic link')).toBeTruthy();
    type('Code', mailTo(email).code);
    press('Verify token');
    await at('/');
  });

  it('begins anew for somebody who went back', async () => {
    const email = await member();
    await open('/auth');
    await askFor(email);
    press('Already have an account? Sign in');
    await heading('Welcome back');
    press('Send a magic link email');

    expect(await said('Send Magic Link')).toBeTruthy();
  });

  it('has the address confirmed first', async () => {
    const email = someone();
    await signUp(email);
    press('Already have an account? Sign in');
    await heading('Welcome back');
    press('Send a magic link email');
    await heading('Sign in by email');
    press('Send Magic Link');

    await at('/auth?view=verify_otp');
    expect(await said('Check your email for the confirmation link')).toBeTruthy();
    expect(field('Email').value).toBe(email);
    type('Code', mailTo(email).code);
    press('Verify token');
    expect(await said('Your email is confirmed. You can sign in now')).toBeTruthy();
  });

  it('tells nobody who has an account', async () => {
    await open('/auth');
    await askFor('nobody@example.com');

    expect(notice()).toBe('Check your email for the magic link');
    expect(mailCount()).toBe(0);
  });
});
