import { expect } from '@playwright/test';
import type { State } from './state.ts';
import { ACCOUNT } from './states/account.ts';
import { AUTH } from './states/auth.ts';
import { BUYING } from './states/buying.ts';
import { HOME } from './states/home.ts';

/** Every designed state. A new one is an entry of one of these tables. */
export const STATES: readonly State[] = [
  ...HOME,
  ...AUTH,
  ...BUYING,
  ...ACCOUNT,
  {
    name: 'not-found',
    path: '/nowhere',
    act: async ({ page, open }) => {
      await open();
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    },
  },
];
