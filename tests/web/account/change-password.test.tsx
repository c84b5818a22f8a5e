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

it('can be canceled, which returns the focus, and begins again with a new code', async () => {
  fakeApi();
  signIn();
  passwords.sendPasswordCode.mockClear();
  await openLazyPage('/account?code=246810');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));

  expect(screen.queryByLabelText('New password')).toBeNull();
  const start = screen.getByRole('button', { name: 'Change password' });
  expect(document.activeElement).toBe(start);
  expect(passwords.sendPasswordCode).not.toHaveBeenCalled();
  fireEvent.click(start);
  expect(await screen.findByText(`A code is on its way to ${ADA.email}. It works for an hour.`)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code from the email').value).toBe('');
});

it('shows the new password as text only while its button is pressed', async () => {
  fakeApi();
  signIn();
  await openLazyPage('/account?code=246810');
  const input = await screen.findByLabelText<HTMLInputElement>('New password');
  const button = screen.getByRole('button', { name: 'Show password' });
  type('New password', 'battery staple 9');
  const states = [0, 1, 2].map((presses) => {
    if (presses > 0) fireEvent.click(button);
    return [input.type, input.value, button.getAttribute('aria-pressed')];
  });

  expect(states).toEqual([
    ['password', 'battery staple 9', 'false'],
    ['text', 'battery staple 9', 'true'],
    ['password', 'battery staple 9', 'false'],
  ]);
});

it('says that its code is lost, in words instead of the address of a file', async () => {
  fakeApi();
  signIn();
  await openLazyPage('/account');
  passwords.sendPasswordCode.mockRejectedValueOnce(
    new TypeError('error loading dynamically imported module: https://example.com/x.js'),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change password' }));

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Part of this page could not be loaded. Check your connection and load the page again.',
  );
});
