import { expect, type Page } from '@playwright/test';
import { answer, CHECKOUT, hold, PURCHASES, retouch } from '../../e2e/support/calls.ts';
import { PURCHASED } from '../props.ts';
import type { State } from '../state.ts';

const packs = (page: Page) => expect(page.getByRole('button', { name: /^Get / })).toHaveCount(3);

/** The packs and the purchases. */
export const BUYING: readonly State[] = [
  {
    name: 'buy-credits-visitor',
    path: '/buy-credits',
    act: async ({ page, open }) => {
      await open();
      await packs(page);
    },
  },
  {
    name: 'buy-credits-loading',
    path: '/buy-credits',
    as: 'regular',
    act: async ({ page, open }) => {
      await hold(page, '/config.json');
      await open();
      await expect(page.locator('.packs')).toBeVisible();
    },
  },
  {
    name: 'buy-credits',
    path: '/buy-credits',
    as: 'regular',
    act: async ({ page, open }) => {
      await open();
      await packs(page);
      await expect(page.getByText('Nothing bought yet', { exact: false })).toBeVisible();
    },
  },
  {
    name: 'buy-credits-purchases',
    path: '/buy-credits',
    as: 'regular',
    act: async ({ page, open }) => {
      await answer(page, PURCHASES, { purchases: PURCHASED });
      await open();
      await expect(page.getByRole('link', { name: /Receipt/ }).first()).toBeVisible();
    },
  },
  {
    name: 'buy-credits-opening',
    path: '/buy-credits',
    as: 'regular',
    act: async ({ page, open }) => {
      await hold(page, CHECKOUT);
      await open();
      await packs(page);
      await page.getByRole('button', { name: 'Get Pro' }).click();
      await expect(page.getByRole('button', { name: 'Opening checkout...' })).toBeVisible();
    },
  },
  {
    name: 'buy-credits-unreachable',
    path: '/buy-credits',
    act: async ({ page, open }) => {
      await page.route('**/config.json', (route) => route.abort());
      await open();
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    },
  },
  {
    name: 'buy-credits-not-on-sale',
    path: '/buy-credits',
    act: async ({ page, open }) => {
      await page.route('**/config.json', (route) => retouch(route, { packs: [] }));
      await open();
      await expect(page.getByText('not on sale yet', { exact: false })).toBeVisible();
    },
  },
];
