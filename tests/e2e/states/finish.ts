import { expect, type Page } from '@playwright/test';
import type { Brand } from '#contract/design/brand.ts';
import type { Design } from '#contract/design/design.ts';
import {
  createCutoutLayer,
  createShapeLayer,
  createTextLayer,
} from '../../../web/src/features/finish/editor/new-layers.ts';
import { mockResponse, overrideResponse } from '../support/network.ts';
import { drawDetailedImage } from './sample-data.ts';
import { describeStates, type State } from './state.ts';

const ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b11';
const LAYER_ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b13';
const DESIGN = '**/api/thumbnails/*/design';
const CHANGED = { error: 'The design was changed.', code: 'design_changed', requestId: 'test' };
const PRIVATE_VIDEO = {
  error: 'This video is private.',
  code: 'reference_not_found',
  params: { reason: 'privateVideo' },
  requestId: 'test',
};
const RIVAL = {
  kind: 'video',
  videoId: 'aaaaaaaaaaa',
  title: 'I Lived in a Medieval Castle for 100 Days',
  author: 'Blockwright',
  thumbnailURL: 'https://video.test/a.jpg',
};
const NONE = { color: '#000000', width: 0 } as const;
const layerId = (number: number) => `0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5c0${number}`;
const OTHER_DESIGN: Design = {
  layers: [{ ...createTextLayer(LAYER_ID), text: '3,000 KM', color: '#ffd23f', y: 180 }],
  crop: 0.5,
};
/** A layer for each check that can fail. The browser of the tests cannot find faces. */
const FAILING_DESIGN: Design = {
  layers: [
    { ...createCutoutLayer(ID), id: layerId(1) },
    { ...createTextLayer(layerId(2)), text: 'small', size: 40, x: 200, y: 600, width: 300 },
    { ...createTextLayer(layerId(3)), text: 'badge', size: 110, x: 1_100, y: 640, width: 320 },
    { ...createTextLayer(layerId(4)), text: 'edge', size: 110, x: 60, y: 330, width: 320 },
    {
      ...createTextLayer(layerId(5)),
      text: 'pale',
      size: 110,
      x: 640,
      y: 620,
      color: '#3a2340',
      outline: NONE,
    },
    { ...createTextLayer(layerId(6)), text: 'Donaudampfschifffahrt', size: 120, x: 200, y: 100, width: 200 },
    { ...createTextLayer(layerId(7)), text: 'covered', size: 110, x: 900, y: 200, width: 400 },
    { ...createShapeLayer('box', layerId(8)), x: 900, y: 200, width: 420, height: 160 },
  ],
  crop: 0.5,
};
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

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
export const saved = (page: Page) => page.getByText('Saved', { exact: true });
/** The checks have run. The words of a new text need a look. */
const checked = (page: Page) => page.getByRole('tab', { name: /needs? a look$|faces not checked$/ });

/** The finish page of the newest thumbnail. The design stays in the browser, so that every state starts without one. */
const WITHOUT_DESIGN = {
  path: '/thumbnails/:id',
  as: 'collector',
  prepare: (page) => page.route(DESIGN, (route) => route.fulfill({ json: { version: 1 } })),
} as const satisfies Partial<State>;

/** The finish page of the newest thumbnail, with a headline. @param prepare intercepts more requests */
export const withHeadline = (prepare?: (page: Page) => Promise<unknown>): Omit<State, 'name'> => ({
  ...WITHOUT_DESIGN,
  async prepare(page) {
    await WITHOUT_DESIGN.prepare(page);
    await prepare?.(page);
  },
  async ready({ page }) {
    await page.getByRole('button', { name: 'Text on the left' }).click();
    await expect(checked(page)).toBeVisible();
  },
});

/** The preview of a place in a theme. The names of places differ on a narrow screen. */
const onYoutube = (theme: 'Dark' | 'Light', place: RegExp): Partial<State> => ({
  part: 'window',
  async act({ page }) {
    await openTab(page, 'Preview');
    await page.getByRole('textbox', { name: 'Title' }).fill('A Week on the Road, and One Flat Tyre');
    await page.getByRole('radio', { name: theme }).check();
    await page.getByRole('radio', { name: place }).check();
  },
});

/** The preview beside a rival with the same picture. Another link leads to a private video. */
const BESIDE_RIVALS: Partial<State> = {
  async prepare(page) {
    await WITHOUT_DESIGN.prepare(page);
    const body = drawDetailedImage();
    await page.route(/\/images\/.+\.png/, (route) => route.fulfill({ body, contentType: 'image/png' }));
    await page.route('**/api/video-reference?*', (route) =>
      route.request().url().includes('private')
        ? route.fulfill({ status: 422, json: PRIVATE_VIDEO })
        : route.fulfill({ json: { ...RIVAL, image: body.toString('base64') } }),
    );
  },
  async act({ page }) {
    await openTab(page, 'Preview');
    await page
      .getByRole('textbox', { name: 'Link to a video or channel' })
      .fill('youtu.be/aaaaaaaaaaa youtu.be/private0001');
    await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    await expect(page.getByText('This video is private.')).toBeVisible();
    await expect(page.getByText('from 0 of 1')).toBeVisible();
  },
};

/** A thumbnail that cannot be edited. */
const notice = (shown: string, status?: object): Partial<State> => ({
  ...(status && {
    prepare: (page) => mockResponse(page, `/api/thumbnails/${ID}`, { id: ID, prompt: 'A castle', ...status }),
  }),
  act: ({ page }) => expect(page.getByText(shown)).toBeVisible(),
});

/** The finish page of an account with a full brand. A layout of the brand has a deleted cut-out. */
const BRAND_STATES = describeStates(
  'finish-',
  withHeadline((page) => mockResponse(page, '/api/brand', { brand: BRAND, version: 1 })),
  {
    brand: async ({ page }) => {
      await page.getByRole('button', { name: 'Weekly build' }).click();
      await expect(checked(page)).toBeVisible();
    },
    'brand-save': async ({ page }) => {
      await openTab(page, 'Design');
      await page.getByRole('button', { name: 'Save this as layout' }).click();
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    },
    'brand-layouts': async ({ page }) => {
      await page.getByRole('button', { name: 'Rename or delete layouts' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
);

/** The finish page, and the pages that it shows instead. Separate files have the states of its cut-outs and edits. */
export const FINISH_STATES = [
  ...describeStates('finish-', WITHOUT_DESIGN, {
    empty: async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Add your headline' })).toBeVisible();
      await expect(page.getByText(/^1280 × 720 JPEG, /)).toBeAttached(); // The layouts are drawn before.
    },
  }),
  ...describeStates(
    'finish-',
    { path: `/thumbnails/${ID}`, as: 'regular' },
    {
      pending: notice('This thumbnail is still being generated.', { status: 'pending' }),
      failed: notice('The image model declined this prompt', {
        status: 'failed',
        code: 'content_filtered',
        charge: 'refunded',
      }),
      'not-found': notice('There is no such thumbnail'),
    },
  ),
  ...BRAND_STATES,
  ...describeStates(
    'finish-',
    {
      ...WITHOUT_DESIGN,
      async prepare(page) {
        await WITHOUT_DESIGN.prepare(page);
        await page.route(/\/api\/thumbnails\/[^/?]+$/, (route) =>
          overrideResponse(route, { design: FAILING_DESIGN, designVersion: 1 }),
        );
      },
      ready: ({ page }) => expect(page.getByRole('tab', { name: '7 things need a look' })).toBeVisible(),
    },
    {
      'add-menu': async ({ page }) => {
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(page.getByRole('button', { name: 'Add a cut-out', exact: true })).toBeVisible();
      },
      'checks-failed': async ({ page }) => {
        await openTab(page, 'Checks');
        const fixes = ['Move it inside', 'Make it larger', 'Bring it to the front', 'Remove its layer'];
        for (const fix of fixes) {
          await expect(page.getByRole('button', { name: new RegExp(`^${fix}`) }).first()).toBeVisible();
        }
      },
    },
  ),
  ...describeStates('finish-', withHeadline(), {
    text: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Words' }).fill('I BUILT\nA CASTLE');
      await expect(saved(page)).toBeVisible();
    },
    'file-settings': async ({ page }) => {
      await page.getByRole('button', { name: 'File settings' }).click();
      await expect(page.getByRole('dialog', { name: 'File settings' }).getByText(/kB$/)).toBeVisible();
    },
    hints: async ({ page }) => {
      await page.getByRole('spinbutton', { name: 'Size' }).fill('50');
      await page.getByRole('spinbutton', { name: 'X of the middle, from the left' }).fill('1100');
      await page.getByRole('spinbutton', { name: 'Y of the middle, from the top' }).fill('660');
      await openTab(page, 'Checks');
      await expect(page.getByRole('tabpanel').getByRole('button', { name: /^Move it up/ })).toBeVisible();
    },
    crop: {
      async prepare(page) {
        await WITHOUT_DESIGN.prepare(page);
        const body = drawDetailedImage();
        await page.route(/\/images\/.+\.png/, (route) => route.fulfill({ body, contentType: 'image/png' }));
      },
      async act({ page }) {
        await openTab(page, 'Image');
        await page.getByRole('slider', { name: 'Crop' }).fill('20');
        await page.getByRole('button', { name: 'File settings' }).click();
        const settings = page.getByRole('dialog', { name: 'File settings' });
        await settings.getByRole('radio', { name: 'PNG' }).check();
        await expect(settings.getByText('YouTube takes at most 2 MB from a phone')).toBeVisible();
      },
    },
    conflict: async ({ page }) => {
      await page.route(DESIGN, (route) => route.fulfill({ status: 409, json: CHANGED }));
      await page.route(/\/api\/thumbnails\/[^/]+$/, (route) =>
        overrideResponse(route, { design: OTHER_DESIGN, designVersion: 2 }),
      );
      await page.getByRole('textbox', { name: 'Words' }).fill('I DROVE\nFOR A WEEK');
      await expect(page.getByRole('dialog', { name: 'Two versions of this design' })).toBeVisible();
    },
    'youtube-dark': onYoutube('Dark', /^Search$/),
    'youtube-light': onYoutube('Light', /^Sidebar/),
    'youtube-rivals': BESIDE_RIVALS,
  }),
];
