import { expect } from '@playwright/test';
import { GENERATE, holdRequests, mockError } from '../support/network.ts';
import { toasts } from '../support/page.ts';
import { REFERENCES } from './sample-data.ts';
import { describeStates } from './state.ts';

const PROMPT = 'A castle build at sunset, dramatic sky, bold silhouette';
const SCRIPT =
  'Today I build a castle of ten thousand stones. The castle gets walls, towers and a bridge. Will the bridge hold?';

/** The generator, from empty to full. */
export const HOME_STATES = describeStates(
  'home-',
  {
    path: '/',
    as: 'regular',
    async ready({ home, user }) {
      if (user === undefined) return;
      await expect(home.tiles).toHaveCount(user.thumbnailIds.length);
      await expect(home.previous).toHaveAttribute('aria-busy', 'false');
    },
  },
  {
    visitor: { as: 'visitor' },
    empty: { as: 'newcomer' },
    'signed-in': {},
    script: async ({ page }) => {
      await page.getByRole('button', { name: 'Start from a script' }).click();
      await page.getByRole('textbox', { name: 'Script' }).fill(SCRIPT);
      await page.getByRole('button', { name: 'Suggest concepts' }).click();
      await expect(page.getByRole('list', { name: 'Concepts' }).getByRole('button')).toHaveCount(3);
    },
    'session-loading': {
      prepare: (page) => holdRequests(page, '/config.json'),
      ready: ({ home }) => expect(home.generate).toBeVisible(),
    },
    generating: async ({ page, home }) => {
      await holdRequests(page, GENERATE);
      await home.submit(PROMPT);
      await expect(home.preview.getByText(/^\d+ s$/)).toBeVisible();
    },
    waiting: async ({ page, home }) => {
      const line = { id: 'waiting', prompt: PROMPT, model: 'core', ahead: 3, estimatedSeconds: 38 };
      await page.route(`**${GENERATE}`, (route) => {
        const { generationId } = route.request().postDataJSON() as { generationId: string };
        return route.fulfill({ status: 202, json: { ...line, generationId, status: 'waiting' } });
      });
      await home.submit(PROMPT);
      await expect(home.preview.getByText('3 ahead of you, about 40 seconds')).toBeVisible();
    },
    suggestion: async ({ page, home }) => {
      await home.prompt.fill('A castle build at sunset');
      await page.getByRole('button', { name: 'Improve' }).click();
      await expect(page.getByRole('button', { name: 'Use', exact: true })).toBeVisible();
    },
    done: async ({ home }) => {
      await home.prompt.fill(PROMPT);
      await home.tiles.first().click();
      await expect(home.image).toBeVisible();
    },
    'picture-broken': {
      prepare: (page) => page.route(/\/images\/.+\.png/, (route) => route.abort()),
      async ready({ home }) {
        await home.tiles.first().click();
        await expect(home.preview.getByText('could not be loaded')).toBeVisible();
      },
    },
    error: {
      part: 'window',
      async act({ page, home }) {
        await mockError(page, GENERATE, { code: 'model_unavailable', charge: 'refunded' });
        await home.submit(PROMPT);
        await expect(home.failure).toBeVisible();
      },
    },
    offline: {
      as: 'newcomer',
      async act({ page, home }) {
        await page.context().setOffline(true);
        await home.submit(PROMPT);
        await expect(home.failure).toBeVisible();
      },
    },
    'out-of-credits': { as: 'spender', act: ({ home }) => expect(home.buyMore).toBeVisible() },
    'out-of-credits-told': {
      as: 'spender',
      async act({ page, home }) {
        await home.submit(PROMPT);
        await expect(toasts(page)).toBeVisible();
      },
    },
    'history-full': { as: 'collector' },
    warning: {
      as: 'collector',
      async act({ home }) {
        await home.submit(PROMPT);
        await expect(home.warning).toBeVisible();
      },
    },
    cancelled: {
      as: 'collector',
      async act({ page, home }) {
        await home.submit(PROMPT);
        await home.warning.getByRole('button', { name: 'Cancel' }).click();
        await expect(toasts(page)).toBeVisible();
      },
    },
    references: async ({ page, home }) => {
      await home.references.setInputFiles([...REFERENCES]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('button', { name: 'Remove reference 3' })).toBeVisible();
    },
    'model-chosen': ({ page }) => page.getByLabel('Model').selectOption({ index: 1 }),
    'sign-in-first': {
      as: 'visitor',
      async act({ page, home }) {
        await home.submit(PROMPT);
        await expect(toasts(page)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Sign up', exact: true })).toBeVisible();
      },
    },
  },
);
