import { expect, type Page, type Route } from '@playwright/test';
import type { Design } from '#contract/design/design.ts';
import type { ListThumbnailsResponse, ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { createShapeLayer, createTextLayer } from '../../../web/src/features/finish/editor/new-layers.ts';
import type { HomePage } from '../support/home-page.ts';
import { GENERATE, holdRequests, overrideResponse } from '../support/network.ts';
import { CUTOUTS } from './sample-data.ts';
import { describeStates, type State } from './state.ts';

const LIST = /\/api\/thumbnails\?/;
const READ = /\/api\/thumbnails\/[^/?]+$/;
const SET_ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b31';
const DESIGN: Design = {
  layers: [
    { ...createTextLayer('0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b32'), text: '24-HOUR\nCASTLE', x: 400, y: 200 },
    { ...createShapeLayer('arrow', '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b33'), x: 640, y: 500 },
  ],
  crop: 0.5,
};

/** Changes the thumbnails that the server lists, and gives each of them a design. */
const withThumbnails = (changes: Partial<ThumbnailSummary>) => async (page: Page) => {
  await page.route(LIST, async (route: Route) => {
    const response = await route.fetch();
    const { thumbnails } = (await response.json()) as ListThumbnailsResponse;
    const changed = thumbnails.map((thumbnail) => ({ ...thumbnail, ...changes }));
    await route.fulfill({ response, json: { thumbnails: changed } });
  });
  await page.route(READ, (route) => overrideResponse(route, { design: DESIGN, designVersion: 1 }));
};

const HOME = { path: '/', as: 'regular' } as const satisfies Partial<State>;

const showLarge = async (page: Page) => {
  await page.getByRole('button', { name: 'Show version 1 large' }).click();
  await expect(page.getByRole('region', { name: 'Three of this idea' })).toBeVisible();
};

/** The thumbnails of the user as one set, side by side, and beside a large image. */
const listSetStates = (changes: Partial<ThumbnailSummary>, states: Parameters<typeof describeStates>[2]) =>
  describeStates(
    'set-',
    {
      ...HOME,
      prepare: withThumbnails({ setId: SET_ID, ...changes }),
      ready: ({ page }) => expect(page.getByText('3 of 3 are ready')).toBeVisible(),
    },
    states,
  );

const openSeries = async (page: Page, home: HomePage) => {
  await expect(home.image).toBeVisible();
  await page.getByRole('button', { name: 'Next in this series', exact: true }).click();
  await expect(home.preview.locator('.series-ghost-box')).toHaveText('Headline');
};

/** Sets, series and finished thumbnails on the home page. */
export const SET_STATES = [
  ...listSetStates(
    {},
    {
      'side-by-side': {},
      beside: ({ page }) => showLarge(page),
      'test-pack': async ({ page }) => {
        await page.getByRole('link', { name: 'Test pack' }).click();
        await expect(page.getByRole('button', { name: 'Download test pack' })).toBeEnabled();
      },
    },
  ),
  ...listSetStates(
    { isFinished: true },
    {
      'layout-for-all': async ({ page }) => {
        await showLarge(page);
        await page.getByRole('button', { name: 'Use this layout for all' }).click();
        await expect(page.getByRole('dialog', { name: 'Replace finished layouts?' })).toBeVisible();
      },
    },
  ),
  ...describeStates(
    'home-',
    {
      ...HOME,
      prepare: withThumbnails({ isFinished: true }),
      ready: ({ home }) => expect(home.preview.locator('canvas')).toBeVisible(),
    },
    {
      finished: {},
      download: async ({ page, home }) => {
        await home.download.click();
        await expect(page.getByRole('button', { name: 'Original' })).toBeVisible();
      },
      series: ({ page, home }) => openSeries(page, home),
      'series-generating': async ({ page, home }) => {
        await openSeries(page, home);
        await holdRequests(page, GENERATE);
        await home.submit('A submarine');
        await expect(home.preview.getByRole('button', { name: 'Stop waiting' })).toBeVisible();
      },
      'dropped-picture': async ({ page }) => {
        const dialog = page.getByRole('dialog', { name: /picture/ });
        // The code that takes a pasted picture loads with the first key.
        await page.keyboard.press('Shift');
        await expect(async () => {
          await pastePicture(page, CUTOUTS[0].image);
          await expect(dialog).toBeVisible({ timeout: 1_000 });
        }).toPass();
      },
    },
  ),
];

const pastePicture = (page: Page, image: Uint8Array) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob('${Buffer.from(image).toString('base64')}'), (byte) => byte.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'person.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
