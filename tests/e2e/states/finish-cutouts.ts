import { expect, type Page } from '@playwright/test';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { holdRequests } from '../support/network.ts';
import { addLayer } from '../support/page.ts';
import { saved, withHeadline } from './finish.ts';
import { CUTOUTS, mockUpload, PUT, REFERENCES } from './sample-data.ts';
import { describeStates } from './state.ts';

const LIST = '**/api/cutouts';
const BUSY = { code: 'model_unavailable', charge: 'refunded', requestId: 'test' };

const openDialog = (page: Page) => addLayer(page, 'Add a cut-out');

type Listed = EndpointResponse<'listCutouts'>['cutouts'][number];

const TWO: readonly Listed[] = CUTOUTS.map(({ name, width, height }) => ({
  id: name,
  url: `/${name}.png`,
  isPicture: false,
  width,
  height,
  createdAt: '2026-11-20T09:30:00.000Z',
}));

/** Three persons with their expressions, and a cut-out without a person. */
const PEOPLE: readonly Listed[] = Object.entries({
  Me: ['shocked', 'laughing', 'thinking', 'angry', 'thrilled', 'smiling'],
  Sam: ['shocked', 'laughing', 'angry'],
  Zoe: ['shocked', 'smiling'],
}).flatMap(([person, names]) =>
  names.flatMap((name) =>
    TWO.slice(0, 1).map((each) => ({ ...each, id: `${person}-${name}`, name, person })),
  ),
);

/** The images of the cut-outs come from the site, which the content security policy allows. */
const mockCutouts = (cutouts: readonly Listed[]) => async (page: Page) => {
  await page.route(LIST, (route) => route.fulfill({ json: { cutouts } }));
  for (const { name, image } of CUTOUTS) {
    await page.route(`**/${name}.png`, (route) => route.fulfill({ body: image, contentType: 'image/png' }));
  }
};

async function choosePhoto(page: Page): Promise<void> {
  await mockUpload(page);
  await openDialog(page);
  await page.getByLabel('Face or object').setInputFiles(REFERENCES[0]);
  await page.getByRole('button', { name: 'Yes, upload it' }).click();
}

/** The cut-outs of the finish page: the dialog that makes and places them, and two that are placed. */
export const FINISH_CUTOUT_STATES = [
  ...describeStates('finish-cutouts-', withHeadline(), {
    empty: async ({ page }) => {
      await openDialog(page);
      await expect(page.getByText('You have no cut-outs yet.')).toBeVisible();
    },
  }),
  ...describeStates('finish-cutouts-', withHeadline(mockCutouts(TWO)), {
    uploading: async ({ page }) => {
      await holdRequests(page, PUT);
      await choosePhoto(page);
      await expect(page.getByText(/^Uploading, \d+%$/)).toBeVisible();
    },
    ready: async ({ page }) => {
      await openDialog(page);
      await expect(page.getByRole('button', { name: /^Place/ })).toHaveCount(CUTOUTS.length);
    },
    failed: async ({ page }) => {
      await page.route(`**${PUT}`, (route) => route.fulfill());
      await page.route(LIST, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 503, json: BUSY }) : route.fallback(),
      );
      await choosePhoto(page);
      await expect(page.getByText('The cut-out was not made')).toBeVisible();
    },
    placed: async ({ page }) => {
      for (const name of ['cut-out 1', 'cut-out 2']) {
        await openDialog(page);
        await page.getByRole('button', { name: `Place ${name}` }).click();
      }
      await expect(page.getByRole('button', { name: 'Cut-out 2', exact: true }).first()).toBeVisible();
      await page.getByRole('spinbutton', { name: 'X of the middle, from the left' }).fill('1100');
      await page.getByRole('spinbutton', { name: 'Height' }).fill('330');
      await page.getByRole('slider', { name: 'Outline' }).fill('14');
      await expect(saved(page)).toBeVisible();
    },
  }),
  ...describeStates('finish-cutouts-', withHeadline(mockCutouts([...PEOPLE, ...TWO.slice(1)])), {
    people: async ({ page }) => {
      await openDialog(page);
      await expect(page.getByRole('heading', { name: 'No person yet 1' })).toBeVisible();
    },
    renaming: async ({ page }) => {
      await openDialog(page);
      await page.getByRole('button', { name: 'Rename Sam, angry' }).click();
      await expect(page.getByRole('form', { name: 'Name and person of Sam, angry' })).toBeVisible();
    },
  }),
];
