import { expect, type Page } from '@playwright/test';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import type { HomePage } from '../support/home-page.ts';
import { holdRequests, mockError, mockResponse } from '../support/network.ts';
import { mockUpload, PUT, REFERENCES, UPLOAD } from './sample-data.ts';
import { describeStates, type State } from './state.ts';

const LOOKUP = '/api/video-reference?*';
const LINK = 'https://youtu.be/k3Vq8mT2xLw';
const WISH = `${LINK} A castle on a sea cliff at sunset, bold silhouette`;

const VIDEO: EndpointResponse<'readVideoReference'> = {
  kind: 'video',
  videoId: 'k3Vq8mT2xLw',
  title: 'Every Car in Neon City, Ranked by Sound',
  author: 'Northlane Garage',
  thumbnailURL: `data:image/png;base64,${REFERENCES[1].buffer.toString('base64')}`,
};

const card = (page: Page) => page.getByRole('group', { name: 'Reference' });

/** The card after the lookup of a prompt: `text` is visible. */
const looked = (prompt: string, text: string, prepare?: State['prepare']): Partial<State> => ({
  ...(prepare && { prepare }),
  async act({ page, home }) {
    await home.prompt.fill(prompt);
    await expect(card(page).getByText(text)).toBeVisible();
  },
});

const findVideo = (page: Page) => mockResponse(page, LOOKUP, VIDEO);

/** Adds the images. The page asks whether the first one may be uploaded, because it becomes a style. */
async function addImages(page: Page, home: HomePage) {
  await home.references.setInputFiles([...REFERENCES]);
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Opens the menu of the first image, which has no purpose. */
async function openMenu(page: Page, home: HomePage) {
  await addImages(page, home);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Purpose of reference 1' }).click();
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Yes, upload it' }).click();

/** The references of the generator: a link, or an image with a purpose. */
export const REFERENCE_STATES = describeStates(
  'reference-',
  {
    path: '/',
    as: 'regular',
    ready: ({ home }) => expect(home.previous).toHaveAttribute('aria-busy', 'false'),
  },
  {
    video: looked(WISH, VIDEO.title ?? '', findVideo),
    loading: async ({ page, home }) => {
      await holdRequests(page, LOOKUP);
      await home.prompt.fill(WISH);
      await expect(card(page)).toHaveAttribute('aria-busy', 'true');
    },
    private: looked(LINK, 'This video is private', (page) =>
      mockError(page, LOOKUP, {
        code: 'reference_not_found',
        params: { reason: 'privateVideo' },
        charge: 'none',
      }),
    ),
    'channel-without-key': async ({ page, home }) => {
      await home.prompt.fill('https://www.youtube.com/@northlane');
      await expect(page.getByRole('alert')).toContainText('paste a /channel/ link');
    },
    unavailable: looked(LINK, 'The connection was lost', (page) =>
      page.route(`**${LOOKUP}`, (route) => route.abort()),
    ),
    visitor: {
      as: 'visitor',
      async ready({ page, home }) {
        await home.prompt.fill(WISH);
        await expect(card(page).getByRole('button', { name: 'Remove the link' })).toBeVisible();
      },
    },
    'two-links': async ({ page, home }) => {
      await home.prompt.fill(`${LINK} https://youtu.be/aaaaaaaaaaa`);
      await expect(page.getByRole('alert')).toBeVisible();
    },
    'purpose-menu': async ({ page, home }) => {
      await openMenu(page, home);
      await expect(page.getByRole('menuitemradio', { name: 'Layout' })).toBeVisible();
    },
    consent: ({ page, home }) => addImages(page, home),
    uploading: async ({ page, home }) => {
      await mockUpload(page);
      const held = await holdRequests(page, PUT);
      await addImages(page, home);
      await confirm(page);
      await held.arrived;
    },
    'upload-failed': async ({ page, home }) => {
      await page.route(`**${UPLOAD}`, (route) => route.abort());
      await addImages(page, home);
      await confirm(page);
      await expect(page.getByRole('button', { name: /^Retry the upload/ })).toBeVisible();
    },
    choice: async ({ page, home }) => {
      await findVideo(page);
      await mockUpload(page);
      await page.route(`**${PUT}`, (route) => route.fulfill());
      await openMenu(page, home);
      await page.getByRole('menuitemradio', { name: 'Layout' }).click();
      await confirm(page);
      await home.prompt.fill(WISH);
      await expect(page.getByText('Set aside, the video is used')).toBeVisible();
      await expect(card(page).getByText(VIDEO.title ?? '')).toBeVisible();
    },
  },
);
