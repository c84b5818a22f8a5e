import { expect, type Page } from '@playwright/test';
import type { EndpointResponse } from '../../../contract/endpoint-types.ts';
import { holdRequests, mockResponse } from '../../e2e/support/network.ts';
import { CUTOUTS, REFERENCES } from '../sample-data.ts';
import { finishState } from './finish.ts';
import type { State } from './state.ts';

const LIST = '/api/cutouts';
const UPLOAD = '/api/reference-images';
const PUT = '/uploads/1';

const BUSY = {
  code: 'model_unavailable',
  charge: 'refunded',
  requestId: 'test',
};

type Act = NonNullable<State['act']>;

const layers = (page: Page) => page.getByRole('list', { name: 'Layers, from the front' });
const openDialog = (page: Page) => page.getByRole('button', { name: 'Add a cut-out' }).click();

const cutoutsState = (name: string, act: Act, more?: Partial<State>): State =>
  finishState(`cutouts-${name}`, act, more, mockCutouts);

/** The account has two cut-outs. Their images come from the site, which the content security policy allows. */
async function mockCutouts(page: Page): Promise<void> {
  const cutouts: EndpointResponse<'listCutouts'>['cutouts'] = CUTOUTS.map(({ name, width, height }) => ({
    id: name,
    url: `/${name}.png`,
    isPicture: false,
    width,
    height,
    createdAt: '2026-11-20T09:30:00.000Z',
  }));
  await page.route(`**${LIST}`, (route) => route.fulfill({ json: { cutouts } }));
  for (const { name, image } of CUTOUTS) {
    await page.route(`**/${name}.png`, (route) => route.fulfill({ body: image, contentType: 'image/png' }));
  }
}

const mockUpload = (page: Page) =>
  mockResponse(page, UPLOAD, { id: 'upload-1', upload: { url: PUT, headers: {} } });

async function choosePhoto(page: Page): Promise<void> {
  await openDialog(page);
  await page.getByLabel('Cut out a face or an object').setInputFiles(REFERENCES[0]);
  await page.getByRole('button', { name: 'Yes, upload it' }).click();
}

/** The cut-outs of the finish page: the dialog that makes and places them, and two that are placed. */
export const FINISH_CUTOUT_STATES: readonly State[] = [
  finishState(
    'cutouts-empty',
    async ({ page }) => {
      await openDialog(page);
      await expect(page.getByText('You have no cut-outs yet.')).toBeVisible();
    },
    { part: 'window' },
  ),
  cutoutsState(
    'uploading',
    async ({ page }) => {
      await mockUpload(page);
      const held = await holdRequests(page, PUT);
      await choosePhoto(page);
      await held.arrived;
      await expect(page.getByText(/^Uploading, \d+%$/)).toBeVisible();
    },
    { part: 'window' },
  ),
  cutoutsState(
    'ready',
    async ({ page }) => {
      await openDialog(page);
      await expect(page.getByRole('button', { name: /^Place/ })).toHaveCount(CUTOUTS.length);
    },
    { part: 'window' },
  ),
  cutoutsState(
    'failed',
    async ({ page }) => {
      await mockUpload(page);
      await page.route(`**${PUT}`, (route) => route.fulfill());
      await page.route(`**${LIST}`, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 503, json: BUSY }) : route.fallback(),
      );
      await choosePhoto(page);
      await expect(page.getByRole('alert')).toContainText('The cut-out was not made');
    },
    { part: 'window' },
  ),
  cutoutsState('placed', async ({ page }) => {
    for (const name of ['cut-out 1', 'cut-out 2']) {
      await openDialog(page);
      await page.getByRole('button', { name: `Place ${name}` }).click();
    }
    await expect(layers(page).getByRole('button', { name: 'Cut-out 2', exact: true })).toBeVisible();
    await page.getByRole('spinbutton', { name: 'X, from the left' }).fill('1100');
    await page.getByRole('slider', { name: 'Width' }).fill('330');
    await page.getByRole('slider', { name: 'Outline' }).fill('14');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  }),
];
