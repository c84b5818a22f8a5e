import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  at,
  busyButton,
  button,
  confirm,
  error,
  field,
  focusOn,
  goOffline,
  heading,
  hold,
  mailCount,
  mailTo,
  notice,
  open,
  openInNewTab,
  PASSWORD,
  press,
  said,
  signUp,
  someone,
  type,
} from '../support/auth-site.tsx';

describe('somebody who signs up', () => {
  it('is sent to the mail, and is in once the code is there', async () => {
    const email = someone();
    await signUp(email);

    expect(await heading('Confirm your email')).toBeTruthy();
    expect(notice()).toBe('Check your email for the confirmation link');
    expect(field('Email').value).toBe(email);
    await focusOn(() => field('Code'));
    await confirm(mailTo(email).code);
    expect(await said(email)).toBeTruthy();
    expect(localStorage.getItem('pendingCode.sign_up')).toBeNull();
  });

  it('sees the button wait while the service is asked, and cannot press it twice', async () => {
    const letThrough = hold('SignUp');
    const email = someone();
    await open('/auth?view=sign_up');
    type('Email', email);
    type('Password', PASSWORD);
    type('Confirm password', PASSWORD);
    press('Sign up');

    expect(await busyButton('Signing up…')).toHaveProperty('disabled', true);
    letThrough();
    await at('/auth?view=verify_otp');
    expect(mailCount()).toBe(1);
  });

  it('reads the words of the service under the form, once', async () => {
    await open('/auth?view=sign_up');
    type('Email', someone());
    type('Password', 'short');
    type('Confirm password', 'short');
    press('Sign up');

    expect(await error()).toBe('Password did not conform with policy: Password not long enough');
    expect(screen.getAllByText(/did not conform/)).toHaveLength(1);
    await focusOn(() => button('Sign up'));
  });

  it('reads a plain sentence without a connection', async () => {
    await open('/auth?view=sign_up');
    goOffline();
    type('Email', someone());
    type('Password', PASSWORD);
    type('Confirm password', PASSWORD);
    press('Sign up');

    expect(await error()).toBe('Thumbforge could not be reached. Check your connection and try again.');
  });
});

describe('the form for the code', () => {
  it('sends another one, and says so', async () => {
    const email = someone();
    await signUp(email);
    const { code: first } = mailTo(email);
    press('Send a new code');

    expect(await said('A new code is on its way')).toBeTruthy();
    expect(mailTo(email).code).not.toBe(first);
    expect(mailCount()).toBe(2);
  });

  it('takes no wrong code, gives the focus back, and takes the right one', async () => {
    const email = someone();
    await signUp(email);
    type('Code', '000000');
    press('Verify token');

    expect(await error()).toBe('Invalid verification code provided, please try again.');
    await focusOn(() => button('Verify token'));
    await confirm(mailTo(email).code);
  });

  it('is there again after a reload, and knows whom the code went to', async () => {
    const email = someone();
    await signUp(email);
    await openInNewTab('https://site.test/auth?view=verify_otp');

    expect(await said('Check your email for the confirmation link')).toBeTruthy();
    expect(field('Email').value).toBe(email);
    expect(mailCount()).toBe(1);
  });

  it('asks whose code it is to send again where nobody is known', async () => {
    await open('/auth?view=verify_otp');
    press('Send a new code');

    expect(await error()).toBe('Enter your email address.');
  });

  it('opens, with another code, for somebody who signs in without having confirmed', async () => {
    const email = someone();
    await signUp(email);
    press('Already have an account? Sign in');
    await at('/auth');
    type('Email', email);
    type('Password', PASSWORD);
    press('Sign in');

    await at('/auth?view=verify_otp');
    expect(await said('Check your email for the confirmation link')).toBeTruthy();
    expect(mailCount()).toBe(2);
    type('Code', mailTo(email).code);
    press('Verify token');
    await at('/auth');
    expect(await said('Your email is confirmed. You can sign in now')).toBeTruthy();
    expect(field('Password').value).toBe(PASSWORD);
    press('Sign in');
    await at('/');
  });
});

describe('the link in the mail', () => {
  it('opens the form with the code filled in, which leaves the address', async () => {
    const email = someone();
    await signUp(email);
    const { code, link } = mailTo(email);
    await openInNewTab(link ?? '');

    await at('/auth?view=verify_otp');
    expect(field('Code').value).toBe(code);
    expect(field('Email').value).toBe(email);
    expect(notice()).toBe('');
    press('Verify token');
    await at('/auth');
    expect(await said('Your email is confirmed. You can sign in now')).toBeTruthy();
    expect(field('Email').value).toBe(email);
  });

  it('asks on another device whom the code went to', async () => {
    const email = someone();
    await signUp(email);
    const { code, link } = mailTo(email);
    localStorage.clear();
    await openInNewTab(link ?? '');

    await waitFor(() => expect(field('Code').value).toBe(code));
    expect(field('Email').value).toBe('');
    type('Email', email);
    press('Verify token');
    expect(await said('Your email is confirmed. You can sign in now')).toBeTruthy();
  });
});
