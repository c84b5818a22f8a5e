import { expect, type Page } from '@playwright/test';
import type { EndpointResponse } from '../../../contract/endpoint-types.ts';
import { holdRequests, mockError, mockResponse } from '../../e2e/support/network.ts';
import { REFERENCES } from '../sample-data.ts';
import type { State } from './state.ts';

const LOOKUP = /\/api\/video-reference/;
const UPLOAD = '/api/reference-images';
const PUT = '/uploads/1';
const LINK = 'https://youtu.be/k3Vq8mT2xLw';
const IDEA = 'A castle on a sea cliff at sunset, bold silhouette';

const VIDEO: EndpointResponse<'readVideoReference'> = {
  kind: 'video',
  videoId: 'k3Vq8mT2xLw',
  title: 'Every Car in Neon City, Ranked by Sound',
  author: 'Northlane Garage',
  thumbnailURL: `data:image/png;base64,${REFERENCES[1].buffer.toString('base64')}`,
};

const card = (page: Page) => page.getByRole('group', { name: 'Reference' });

type Act = NonNullable<State['act']>;

const state = (name: string, act: Act, more?: Partial<State>): State => ({
  name: `reference-${name}`,
  path: '/',
  as: 'regular',
  async act(scene) {
    await scene.open();
    await expect(scene.home.previous).toHaveAttribute('aria-busy', 'false');
    await act(scene);
  },
  ...more,
});

/** A state of the card after the lookup: `text` is visible. */
const cardState = (
  name: string,
  text: string,
  prompt: string,
  prepare?: (page: Page) => Promise<unknown>,
): State =>
  state(name, async ({ page, home }) => {
    await prepare?.(page);
    await home.prompt.fill(prompt);
    await expect(card(page).getByText(text)).toBeVisible();
  });

const findVideo = (page: Page) => page.route(LOOKUP, (route) => route.fulfill({ json: VIDEO }));

/** Adds the images, and gives the first one a purpose. */
async function choosePurpose({ page, home }: Parameters<Act>[0], purpose: string) {
  await home.references.setInputFiles([...REFERENCES]);
  await page.getByRole('menuitemradio', { name: purpose }).click();
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Yes, upload it' }).click();

/** Answers for the API; the upload itself goes to the site, which the content security policy allows. */
const mockUpload = (page: Page) =>
  mockResponse(page, UPLOAD, { id: 'upload-1', upload: { url: PUT, headers: {} } });

/** The references of the generator: a link, or an image with a purpose. */
export const REFERENCE_STATES: readonly State[] = [
  cardState('video', VIDEO.title ?? '', `${LINK} ${IDEA}`, findVideo),
  state('loading', async ({ page, home }) => {
    await holdRequests(page, `/api/video-reference?*`);
    await home.prompt.fill(`${LINK} ${IDEA}`);
    await expect(card(page)).toHaveAttribute('aria-busy', 'true');
  }),
  cardState('private', 'This video is private', LINK, (page) =>
    mockError(page, '/api/video-reference?*', {
      code: 'reference_not_found',
      params: { reason: 'privateVideo' },
      charge: 'none',
    }),
  ),
  cardState(
    'channel-without-key',
    "Paste a link to one of the channel's videos",
    'https://www.youtube.com/@northlane',
  ),
  cardState('unavailable', 'The connection was lost', LINK, (page) =>
    page.route(LOOKUP, (route) => route.abort()),
  ),
  {
    name: 'reference-visitor',
    path: '/',
    async act({ page, home, open }) {
      await open();
      await home.prompt.fill(`${LINK} ${IDEA}`);
      await expect(card(page).getByRole('button', { name: 'Remove the link' })).toBeVisible();
    },
  },
  state('two-links', async ({ page, home }) => {
    await home.prompt.fill(`${LINK} https://youtu.be/aaaaaaaaaaa`);
    await expect(page.getByRole('alert')).toBeVisible();
  }),
  state(
    'purpose-menu',
    async ({ page, home }) => {
      await home.references.setInputFiles([...REFERENCES]);
      await expect(page.getByRole('menuitemradio', { name: 'Layout' })).toBeVisible();
    },
    { part: 'window' },
  ),
  state(
    'consent',
    async (scene) => {
      await choosePurpose(scene, 'Style');
      await expect(scene.page.getByRole('dialog')).toBeVisible();
    },
    { part: 'window' },
  ),
  state('uploading', async (scene) => {
    const { page } = scene;
    await mockUpload(page);
    const held = await holdRequests(page, PUT);
    await choosePurpose(scene, 'Style');
    await confirm(page);
    await held.arrived;
  }),
  state('upload-failed', async (scene) => {
    const { page } = scene;
    await page.route(`**${UPLOAD}`, (route) => route.abort());
    await choosePurpose(scene, 'Style');
    await confirm(page);
    await expect(page.getByRole('button', { name: /^Retry the upload/ })).toBeVisible();
  }),
  state('choice', async (scene) => {
    const { page, home } = scene;
    await findVideo(page);
    await mockUpload(page);
    await page.route(`**${PUT}`, (route) => route.fulfill());
    await choosePurpose(scene, 'Layout');
    await confirm(page);
    await home.prompt.fill(`${LINK} ${IDEA}`);
    await expect(page.getByText('Set aside, the video is used')).toBeVisible();
    await expect(card(page).getByText(VIDEO.title ?? '')).toBeVisible();
  }),
];
