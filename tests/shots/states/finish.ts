import { expect, type Page } from '@playwright/test';
import type { Brand } from '../../../contract/brand.ts';
import type { Design } from '../../../contract/design.ts';
import type { ListThumbnailsResponse } from '../../../contract/schemas.ts';
import {
  createCutoutLayer,
  createShapeLayer,
  createTextLayer,
} from '../../../web/src/features/finish/model/design/new-layers.ts';
import { mockResponse, overrideResponse } from '../../e2e/support/network.ts';
import { openPage } from '../../e2e/support/page.ts';
import { DETAILED_IMAGE } from '../sample-data.ts';
import type { State } from './state.ts';

const ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b11';
const READ = `/api/thumbnails/${ID}`;
const DESIGN = '**/api/thumbnails/*/design';
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const CHANGED = { error: 'The design was changed.', code: 'design_changed', requestId: 'test' };
const OTHER_DESIGN: Design = {
  layers: [
    {
      ...createTextLayer('0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b12'),
      text: '3,000 KM',
      color: '#ffd23f',
      y: 180,
    },
  ],
  crop: 0.5,
};

type Act = NonNullable<State['act']>;

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

type Scene = Parameters<Act>[0];

/** Opens the finish page of the newest thumbnail. The design stays in the browser, so that every screenshot starts without one. */
async function openNewest({ page, open }: Scene, prepare?: (page: Page) => Promise<unknown>): Promise<void> {
  const listing = page.waitForResponse(/\/api\/thumbnails\?/);
  await open();
  const { thumbnails } = (await (await listing).json()) as ListThumbnailsResponse;
  await page.route(DESIGN, (route) => route.fulfill({ json: { version: 1 } }));
  await prepare?.(page);
  await openPage(page, `/thumbnails/${thumbnails[0]?.id}`);
}

/**
 * The finish page of the newest thumbnail, with a headline.
 * @param prepare intercepts requests before the page opens
 */
export const finishState = (
  name: string,
  act: Act,
  more?: Partial<State>,
  prepare?: (page: Page) => Promise<unknown>,
): State => ({
  name: `finish-${name}`,
  path: '/',
  as: 'collector',
  async act(scene) {
    const { page } = scene;
    await openNewest(scene, prepare);
    await page.getByRole('button', { name: 'Text on the left' }).click();
    await expect(page.getByText('All checks pass')).toBeVisible();
    await act(scene);
  },
  ...more,
});

const LAYER_ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b13';
const BRAND: Brand = {
  colors: ['#22d3ee', '#a3e635', '#f43f5e'],
  layouts: [
    {
      id: '1',
      name: 'Weekly build',
      layers: [
        createShapeLayer('circle', LAYER_ID),
        { ...createTextLayer(), x: 400, y: 560, color: '#a3e635' },
      ],
    },
    {
      id: '2',
      name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter',
      layers: [
        { ...createCutoutLayer(ID), id: LAYER_ID },
        { ...createTextLayer(), y: 160 },
      ],
    },
    ...['週間ビルド', 'بناء أسبوعي', 'Short', 'Interview', 'Live', 'Sale'].map((name, index) => ({
      id: name,
      name,
      layers: [{ ...createTextLayer(), y: 120 + 80 * index, size: 90 + 10 * index }],
    })),
  ],
};

/** The finish page of an account with a full brand. One of its layouts has a cut-out that was deleted. */
const brandState = (name: string, act: Act) =>
  finishState(name, act, undefined, (page) => mockResponse(page, '/api/brand', { brand: BRAND, version: 1 }));

/** The preview in a theme. On a narrow screen, its row is scrolled to one place. */
const youtubeState = (theme: 'dark' | 'light', place: string) =>
  finishState(
    `youtube-${theme}`,
    async ({ page }) => {
      await openTab(page, 'Preview');
      await page.getByRole('radio', { name: theme === 'dark' ? 'Dark' : 'Light' }).check();
      await page.getByRole('textbox', { name: 'Video title' }).fill('A Week on the Road, and One Flat Tyre');
      await page.getByRole('img', { name: `Your thumbnail ${place}` }).scrollIntoViewIfNeeded();
    },
    { part: 'window' },
  );

/** A thumbnail that cannot be edited. */
const notice = (name: string, shown: string, status: object): State => ({
  name: `finish-${name}`,
  path: `/thumbnails/${ID}`,
  as: 'regular',
  async act({ page, open }) {
    await mockResponse(page, READ, { id: ID, prompt: 'A castle', ...status });
    await open();
    await expect(page.getByText(shown)).toBeVisible();
  },
});

/** The finish page, and what it shows instead. Its cut-outs have a file of their own. */
export const FINISH_STATES: readonly State[] = [
  {
    name: 'finish-empty',
    path: '/',
    as: 'collector',
    async act(scene) {
      await openNewest(scene);
      await expect(scene.page.getByRole('button', { name: 'Add your headline' })).toBeVisible();
      await expect(scene.page.getByText(/^1280 × 720 JPEG, /)).toBeAttached(); // The layouts are drawn before.
    },
  },
  finishState('text', async ({ page }) => {
    await page.getByRole('textbox', { name: 'Words' }).fill('I BUILT\nA CASTLE');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }),
  notice('pending', 'This thumbnail is still being generated.', { status: 'pending' }),
  notice('failed', 'The image model declined this prompt', {
    status: 'failed',
    code: 'content_filtered',
    charge: 'refunded',
  }),
  {
    name: 'finish-not-found',
    path: `/thumbnails/${ID}`,
    as: 'regular',
    async act({ page, open }) {
      await open();
      await expect(page.getByText('There is no such thumbnail')).toBeVisible();
    },
  },
  finishState(
    'file-settings',
    async ({ page }) => {
      await page.getByRole('button', { name: 'File settings' }).click();
      await expect(page.getByRole('dialog', { name: 'File settings' }).getByText(/kB$/)).toBeVisible();
    },
    { part: 'window' },
  ),
  brandState('brand', async ({ page }) => {
    await page.getByRole('button', { name: 'Weekly build' }).click();
    await expect(page.getByText('All checks pass')).toBeVisible();
  }),
  brandState('brand-save', async ({ page }) => {
    await openTab(page, 'Design');
    await page.getByRole('button', { name: 'Save as layout' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  }),
  brandState('brand-layouts', async ({ page }) => {
    await page.getByRole('button', { name: 'Rename or delete layouts' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  finishState('hints', async ({ page }) => {
    await page.getByRole('slider', { name: 'Size' }).fill('50');
    await page.getByRole('spinbutton', { name: 'X, from the left' }).fill('1100');
    await page.getByRole('spinbutton', { name: 'Y, from the top' }).fill('660');
    await openTab(page, 'Checks');
    await expect(page.getByRole('tabpanel').getByRole('button', { name: /^Move it up/ })).toBeVisible();
  }),
  finishState(
    'crop',
    async ({ page }) => {
      await openTab(page, 'Image');
      await page.getByRole('slider', { name: 'Crop' }).fill('20');
      await page.getByRole('button', { name: 'File settings' }).click();
      const settings = page.getByRole('dialog', { name: 'File settings' });
      await settings.getByRole('radio', { name: 'PNG' }).check();
      await expect(settings.getByText('YouTube takes at most 2 MB from a phone')).toBeVisible();
    },
    { part: 'window' },
    (page) =>
      page.route(/\/thumbnails\/.+\.png/, (route) =>
        route.fulfill({ body: DETAILED_IMAGE, contentType: 'image/png', headers: ANY_ORIGIN }),
      ),
  ),
  finishState(
    'conflict',
    async ({ page }) => {
      await page.route(DESIGN, (route) => route.fulfill({ status: 409, json: CHANGED }));
      await page.route(/\/api\/thumbnails\/[^/]+$/, (route) =>
        overrideResponse(route, { design: OTHER_DESIGN, designVersion: 2 }),
      );
      await page.getByRole('textbox', { name: 'Words' }).fill('I DROVE\nFOR A WEEK');
      await expect(page.getByRole('dialog', { name: 'Two versions of this design' })).toBeVisible();
    },
    { part: 'window' },
  ),
  youtubeState('dark', 'in the search results'),
  youtubeState('light', 'beside a video'),
];
