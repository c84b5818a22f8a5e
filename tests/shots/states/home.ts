import { expect } from '@playwright/test';
import { GENERATE, hold, refuse } from '../../e2e/support/calls.ts';
import { toasts } from '../../e2e/support/toasts.ts';
import { REFERENCES } from '../props.ts';
import type { Scene, State } from '../state.ts';

const IDEA = 'A castle build at sunset, dramatic sky, bold silhouette';

/** The home page with everything on it that it waits for. */
async function openHome({ home, open }: Scene, thumbnails: number) {
  await open();
  await expect(home.tiles).toHaveCount(thumbnails);
  await expect(home.previous.locator('img[data-state=loaded]')).toHaveCount(thumbnails);
  await expect(home.previous).toHaveAttribute('aria-busy', 'false');
}

/** The generator, from empty to full. */
export const HOME: readonly State[] = [
  { name: 'home-visitor', path: '/', act: ({ open }) => open() },
  { name: 'home-empty', path: '/', as: 'newcomer', act: (scene) => openHome(scene, 0) },
  { name: 'home-signed-in', path: '/', as: 'regular', act: (scene) => openHome(scene, 3) },
  {
    name: 'home-session-loading',
    path: '/',
    as: 'regular',
    act: async ({ page, open }) => {
      const held = await hold(page, '/config.json');
      await open();
      await held.arrived;
    },
  },
  {
    name: 'home-generating',
    path: '/',
    as: 'regular',
    act: async (scene) => {
      await hold(scene.page, GENERATE);
      await openHome(scene, 3);
      await scene.home.ask(IDEA);
      await expect(scene.home.preview.getByText(/^\d+ s$/)).toBeVisible();
    },
  },
  {
    name: 'home-done',
    path: '/',
    as: 'regular',
    act: async (scene) => {
      await openHome(scene, 3);
      await scene.home.prompt.fill(IDEA);
      await scene.home.tiles.first().click();
      await expect(scene.home.picture).toHaveAttribute('data-state', 'loaded');
    },
  },
  {
    name: 'home-picture-broken',
    path: '/',
    as: 'regular',
    act: async ({ page, home, open }) => {
      await page.route(/\/thumbnails\/.+\.png/, (route) => route.abort());
      await open();
      await home.tiles.first().click();
      await expect(home.preview.getByText('could not be loaded', { exact: false })).toBeVisible();
    },
  },
  {
    name: 'home-error',
    path: '/',
    as: 'regular',
    part: 'window',
    act: async (scene) => {
      await refuse(scene.page, GENERATE, {
        error: 'The image models are busy. No credit was taken.',
        code: 'model_unavailable',
      });
      await openHome(scene, 3);
      await scene.home.ask(IDEA);
      await expect(toasts(scene.page)).toBeVisible();
    },
  },
  {
    name: 'home-out-of-credits',
    path: '/',
    as: 'spender',
    act: async (scene) => {
      await openHome(scene, 2);
      await expect(scene.home.buyMore).toBeVisible();
    },
  },
  {
    name: 'home-out-of-credits-told',
    path: '/',
    as: 'spender',
    part: 'window',
    act: async (scene) => {
      await openHome(scene, 2);
      await scene.home.ask(IDEA);
      await expect(toasts(scene.page)).toBeVisible();
    },
  },
  { name: 'home-history-full', path: '/', as: 'collector', act: (scene) => openHome(scene, 4) },
  {
    name: 'home-warning',
    path: '/',
    as: 'collector',
    part: 'window',
    act: async (scene) => {
      await openHome(scene, 4);
      await scene.home.ask(IDEA);
      await expect(scene.home.warning).toBeVisible();
    },
  },
  {
    name: 'home-cancelled',
    path: '/',
    as: 'collector',
    part: 'window',
    act: async (scene) => {
      await openHome(scene, 4);
      await scene.home.ask(IDEA);
      await scene.home.warning.getByRole('button', { name: 'Cancel' }).click();
      await expect(toasts(scene.page)).toBeVisible();
    },
  },
  {
    name: 'home-references',
    path: '/',
    as: 'regular',
    act: async (scene) => {
      await openHome(scene, 3);
      await scene.home.references.setInputFiles([...REFERENCES]);
      await expect(scene.page.getByRole('button', { name: 'Remove reference 3' })).toBeVisible();
    },
  },
  {
    name: 'home-model-chosen',
    path: '/',
    as: 'regular',
    act: async (scene) => {
      await openHome(scene, 3);
      await scene.page.getByLabel('Model').selectOption({ index: 1 });
    },
  },
  {
    name: 'home-sign-in-first',
    path: '/',
    part: 'window',
    act: async ({ page, home, open }) => {
      await open();
      await home.ask(IDEA);
      await expect(toasts(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    },
  },
];
