import { expect, type Page, type Route } from '@playwright/test';
import { CREDITS, GENERATE, mockResponse } from '../support/network.ts';
import { toasts } from '../support/page.ts';
import { describeStates } from './state.ts';

const LINE = { prompt: 'A castle', model: 'core', ahead: 3, estimatedSeconds: 38, status: 'waiting' };
const FAILED = { code: 'model_unavailable', charge: 'refunded', requestId: 'test' };
/** An error with a long reason. */
const BROKEN = { code: 'internal', charge: 'returning', requestId: 'test' };

/** Responds to the first versions with the user's thumbnails, and to the last version as the caller says. */
async function mockVersions(page: Page, last: (route: Route) => Promise<unknown>): Promise<void> {
  const images = await page.getByRole('region', { name: 'Previous Thumbnails' }).getByRole('img').all();
  const sources = await Promise.all(images.map((image) => image.getAttribute('src')));
  let count = 0;
  await page.route(`**${GENERATE}`, (route) => {
    count += 1;
    const { generationId } = route.request().postDataJSON() as { generationId: string };
    return count === 3
      ? last(route)
      : route.fulfill({ json: { imageURL: sources[count - 1], generationId } });
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
}

/** Three versions on the home page. The user `regular` has three thumbnails, so two of them are replaced. */
export const VERSION_STATES = describeStates(
  'versions-',
  {
    path: '/',
    as: 'regular',
    async ready({ page, home }) {
      await expect(home.image).toBeVisible();
      await home.prompt.fill('Castle build at sunset');
      await page.getByRole('radio', { name: 'Three images' }).check();
      await home.generate.click();
    },
  },
  {
    warning: ({ home }) => expect(home.warning).toBeVisible(),
    running: async ({ page }) => {
      await mockVersions(page, () => new Promise(() => undefined));
      await expect(page.getByText('2 of 3 are ready')).toBeVisible();
    },
    waiting: async ({ page }) => {
      const json = { ...LINE, generationId: 'version-3' };
      await mockVersions(page, (route) => route.fulfill({ status: 202, json }));
      await expect(page.getByText('Version 3 waits in line')).toBeVisible();
    },
    failed: async ({ page }) => {
      await mockVersions(page, (route) => route.fulfill({ status: 500, json: BROKEN }));
      await expect(page.getByText('Version 3 failed')).toBeVisible();
    },
    'failed-beside': async ({ page }) => {
      await mockVersions(page, (route) => route.fulfill({ status: 503, json: FAILED }));
      await page.getByRole('button', { name: 'Show version 1 large' }).click();
      await expect(page.getByText('2 ready, 1 failed')).toBeVisible();
    },
    'too-few-credits': {
      prepare: (page) => mockResponse(page, CREDITS, { credits: 2 }),
      act: ({ page }) => expect(toasts(page)).toBeVisible(),
    },
  },
);
