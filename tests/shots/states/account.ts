import { expect } from '@playwright/test';
import type { State } from '../state.ts';

/** The account page, and the dialog that closes it. */
export const ACCOUNT: readonly State[] = [
  {
    name: 'account',
    path: '/account',
    as: 'regular',
    act: async ({ page, open }) => {
      await open();
      await expect(page.getByRole('button', { name: 'Delete account' })).toBeEnabled();
      await expect(page.getByRole('main').getByText(/credits$/)).toBeVisible();
    },
  },
  {
    name: 'account-deleting',
    path: '/account',
    as: 'regular',
    part: 'window',
    act: async ({ page, open }) => {
      await open();
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('someone.else@example.com');
    },
  },
];
