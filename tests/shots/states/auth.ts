import { expect } from '@playwright/test';
import { retouch } from '../../e2e/support/calls.ts';
import type { Scene, State } from '../state.ts';

async function openForm({ page, open }: Scene) {
  await open();
  await expect(page.locator('form')).toBeVisible();
}

const form = (view: string, more: Partial<State> = {}): State => ({
  name: `auth-${view.replaceAll('_', '-')}`,
  path: `/auth?view=${view}`,
  act: openForm,
  ...more,
});

/** The six forms of the sign-in page, and its error box. */
export const AUTH: readonly State[] = [
  form('sign_in'),
  form('sign_up'),
  form('forgotten_password'),
  form('verify_otp'),
  form('update_password'),
  form('magic_link', {
    act: async (scene) => {
      await scene.page.route('**/config.json', (route) => retouch(route, { magicLink: true }));
      await openForm(scene);
    },
  }),
  {
    name: 'auth-error',
    path: '/auth',
    act: async (scene) => {
      await openForm(scene);
      await scene.page.getByLabel('Email').fill('ada@example.com');
      await scene.page.getByLabel('Password', { exact: true }).fill('not the one 1');
      await scene.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(scene.page.getByRole('alert')).toBeVisible();
    },
  },
];
