// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '../fake-api.ts';
import { api, cognito, open, previousThere, signIn, signOutWorks, storedIds } from './home-harness.tsx';

describe('signing out', () => {
  it('leads to the sign-in page and takes what is hers out of the browser', async () => {
    api();
    signOutWorks();
    signIn(['a']);
    localStorage.setItem('currentPrompt', 'a castle');
    open();
    await previousThere(1);
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));

    expect(await screen.findByText('The sign-in page')).toBeTruthy();
    expect(await screen.findByText('Signed out successfully!')).toBeTruthy();
    expect(localStorage.getItem('currentPrompt')).toBeNull();
    expect(storedIds()).toEqual([]);
  });

  it('says why when it fails', async () => {
    api();
    cognito.signOut.mockRejectedValue(new Error('the network is away'));
    signIn();
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));

    expect(await screen.findByText('Error signing out: the network is away')).toBeTruthy();
  });

  it('happens by itself when the API no longer takes the session', async () => {
    api({ credits: () => json({ message: 'Unauthorized' }, 401) });
    signOutWorks();
    signIn();
    open();

    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy();
    expect(await screen.findByText('The sign-in page')).toBeTruthy();
  });
});
