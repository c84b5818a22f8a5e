import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADA, currentUrl, fakeApi, mockSignOut, openLazyPage, passwords, signIn } from '../support/site.tsx';

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('changes the password with a code, shows an error in between, and signs out', async () => {
  fakeApi();
  mockSignOut();
  signIn();
  await openLazyPage('/account');
  fireEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(`A code is on its way to ${ADA.email}. It works for an hour.`)).toBeTruthy();
  expect(passwords.sendPasswordCode).toHaveBeenCalledExactlyOnceWith(ADA.email);

  passwords.changePassword.mockRejectedValueOnce(new Error('The password is too short.'));
  type('Code from the email', '123456');
  type('New password', 'battery staple 9');
  fireEvent.click(screen.getByRole('button', { name: 'Update password' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The password is too short.');
  expect(currentUrl()).toBe('/account');

  fireEvent.click(await screen.findByRole('button', { name: 'Update password' }));
  await waitFor(() => expect(currentUrl()).toBe('/auth'));
  expect(passwords.changePassword).toHaveBeenLastCalledWith(ADA.email, '123456', 'battery staple 9');
  expect(await screen.findByText('Your password has been updated')).toBeTruthy();
});

it('opens with the code of the URL, until a new code is sent', async () => {
  fakeApi();
  signIn();
  await openLazyPage('/account?code=246810');
  expect(await screen.findByText(/^Choose a new password for/)).toBeTruthy();
  const readField = () => screen.getByLabelText<HTMLInputElement>('Code from the email').value;
  expect(readField()).toBe('246810');
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  await waitFor(() => expect(currentUrl()).toBe('/account'));

  fireEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText(`A code is on its way to ${ADA.email}. It works for an hour.`)).toBeTruthy();
  expect(readField()).toBe('');
});
