import { expect } from '@playwright/test';
import { GENERATE, holdRequests, mockError } from '../../e2e/support/network.ts';
import { toasts } from '../../e2e/support/page.ts';
import { REFERENCES } from '../sample-data.ts';
import type { State } from './state.ts';

const PROMPT = 'A castle build at sunset, dramatic sky, bold silhouette';
const SCRIPT =
  'Today I build a castle of ten thousand stones. The castle gets walls, towers and a bridge. Will the bridge hold?';
const THUMBNAILS = { newcomer: 0, regular: 3, collector: 4, spender: 2 } as const;

type Act = NonNullable<State['act']>;

/** The home page of a visitor. */
const forVisitor = (name: string, act?: Act, more?: Partial<State>): State => ({
  name: `home-${name}`,
  path: '/',
  ...(act && { act }),
  ...more,
});

/** The home page of a user with everything loaded, then `act`. */
const forUser = (name: string, as: keyof typeof THUMBNAILS, act?: Act, more?: Partial<State>): State => ({
  ...forVisitor(name),
  as,
  async act(scene) {
    const { home, open } = scene;
    await open();
    await expect(home.tiles).toHaveCount(THUMBNAILS[as]);
    await expect(home.previous).toHaveAttribute('aria-busy', 'false');
    await act?.(scene);
  },
  ...more,
});

/** The generator, from empty to full. */
export const HOME_STATES: readonly State[] = [
  forVisitor('visitor'),
  forUser('empty', 'newcomer'),
  forUser('signed-in', 'regular'),
  forUser('script', 'regular', async ({ page }) => {
    await page.getByRole('button', { name: 'Start from a script' }).click();
    await page.getByRole('textbox', { name: 'Script' }).fill(SCRIPT);
    await page.getByRole('button', { name: 'Suggest concepts' }).click();
    await expect(page.getByRole('list', { name: 'Concepts' }).getByRole('button')).toHaveCount(3);
  }),
  forVisitor(
    'session-loading',
    async ({ page, open }) => {
      const held = await holdRequests(page, '/config.json');
      await open();
      await held.arrived;
    },
    { as: 'regular' },
  ),
  forUser('generating', 'regular', async ({ page, home }) => {
    await holdRequests(page, GENERATE);
    await home.submit(PROMPT);
    await expect(home.preview.getByText(/^\d+ s$/)).toBeVisible();
  }),
  forUser('waiting', 'regular', async ({ page, home }) => {
    const line = { id: 'waiting', prompt: PROMPT, model: 'core', ahead: 3, estimatedSeconds: 38 };
    await page.route(`**${GENERATE}`, (route) => {
      const { generationId } = route.request().postDataJSON() as { generationId: string };
      return route.fulfill({ status: 202, json: { ...line, generationId, status: 'waiting' } });
    });
    await home.submit(PROMPT);
    await expect(home.preview.getByText('3 ahead of you, about 40 seconds')).toBeVisible();
  }),
  forUser('suggestion', 'regular', async ({ page, home }) => {
    await home.prompt.fill('A castle build at sunset');
    await page.getByRole('button', { name: 'Improve' }).click();
    await expect(page.getByRole('button', { name: 'Use', exact: true })).toBeVisible();
  }),
  forUser('done', 'regular', async ({ home }) => {
    await home.prompt.fill(PROMPT);
    await home.tiles.first().click();
    await expect(home.image).toBeVisible();
  }),
  forVisitor(
    'picture-broken',
    async ({ page, home, open }) => {
      await page.route(/\/thumbnails\/.+\.png/, (route) => route.abort());
      await open();
      await home.tiles.first().click();
      await expect(home.preview.getByText('could not be loaded', { exact: false })).toBeVisible();
    },
    { as: 'regular' },
  ),
  forUser(
    'error',
    'regular',
    async ({ page, home }) => {
      await mockError(page, GENERATE, { code: 'model_unavailable', charge: 'refunded' });
      await home.submit(PROMPT);
      await expect(home.failure).toBeVisible();
    },
    { part: 'window' },
  ),
  forUser('offline', 'newcomer', async ({ page, home }) => {
    await page.context().setOffline(true);
    await home.submit(PROMPT);
    await expect(home.failure).toBeVisible();
  }),
  forUser('out-of-credits', 'spender', ({ home }) => expect(home.buyMore).toBeVisible()),
  forUser(
    'out-of-credits-told',
    'spender',
    async ({ page, home }) => {
      await home.submit(PROMPT);
      await expect(toasts(page)).toBeVisible();
    },
    { part: 'window' },
  ),
  forUser('history-full', 'collector'),
  forUser(
    'warning',
    'collector',
    async ({ home }) => {
      await home.submit(PROMPT);
      await expect(home.warning).toBeVisible();
    },
    { part: 'window' },
  ),
  forUser(
    'cancelled',
    'collector',
    async ({ page, home }) => {
      await home.submit(PROMPT);
      await home.warning.getByRole('button', { name: 'Cancel' }).click();
      await expect(toasts(page)).toBeVisible();
    },
    { part: 'window' },
  ),
  forUser('references', 'regular', async ({ page, home }) => {
    await home.references.setInputFiles([...REFERENCES]);
    await expect(page.getByRole('button', { name: 'Remove reference 3' })).toBeVisible();
  }),
  forUser('model-chosen', 'regular', ({ page }) => page.getByLabel('Model').selectOption({ index: 1 })),
  forVisitor(
    'sign-in-first',
    async ({ page, home, open }) => {
      await open();
      await home.submit(PROMPT);
      await expect(toasts(page)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign up', exact: true })).toBeVisible();
    },
    { part: 'window' },
  ),
];
