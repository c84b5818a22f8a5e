import { expect, type Page } from '@playwright/test';
import type { EditSummary, ThumbnailEdit } from '#contract/endpoints/edit-schemas.ts';
import { readThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { holdRequests, mockResponse } from '../support/network.ts';
import { openTab, withHeadline } from './finish.ts';
import { describeStates, type State } from './state.ts';

const EDITS = '/api/edits';
const MADE: readonly EditSummary[] = [
  { kind: 'erase' },
  { kind: 'recolor', find: 'the long flags on the towers', prompt: 'red' },
  { kind: 'upscale' },
];

const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Image tools' }).getByRole('button', { name }).click();

/**
 * The finish page with the image selected, which has three other versions of the same pixels. The last version is 4K.
 * @param shown the number of the version that the design shows: 0 for the original
 */
function withVersions(shown: number): Omit<State, 'name'> {
  const page = withHeadline((opened) => addVersions(opened, shown));
  return {
    ...page,
    async ready(scene) {
      await page.ready?.(scene);
      await openTab(scene.page, 'Image');
    },
  };
}

async function addVersions(page: Page, shown: number): Promise<void> {
  await page.route(/\/api\/thumbnails\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const thumbnail = readThumbnailResponse.parse(await response.json());
    const { id, url = '', previewURL, width = 0, height = 0, createdAt } = thumbnail;
    const edits = MADE.map((operation, index): ThumbnailEdit => {
      const baseId = index === 0 ? id : `edit-${index}`;
      const image = { imageURL: url, ...(previewURL !== undefined && { previewURL }) };
      return { id: `edit-${index + 1}`, baseId, operation, ...image, width, height, createdAt };
    });
    const design = { layers: [], crop: 0.5, ...(shown > 0 && { image: `edit-${shown}` }) };
    await route.fulfill({ response, json: { ...thumbnail, edits: edits.toReversed(), design } });
  });
}

async function recolor(page: Page): Promise<void> {
  await tool(page, 'Recolour');
  await page.getByRole('textbox', { name: 'Thing' }).fill('the flags');
  await page.getByRole('textbox', { name: 'New colour' }).fill('green');
  await page.getByRole('button', { name: 'Recolour' }).last().click();
}

/** An edit that ends at once, without an image. */
const ended =
  (status: number, body: object, shown: string | RegExp): NonNullable<State['act']> =>
  async ({ page }) => {
    await mockResponse(page, EDITS, { charge: 'refunded', requestId: 'test', ...body }, status);
    await recolor(page);
    await expect(page.getByText(shown)).toBeVisible();
  };

/** Changes of the image: each tool, an edit that runs, waits or fails, and the versions. */
export const FINISH_EDIT_STATES = [
  ...describeStates('finish-edit-', withVersions(0), {
    idle: ({ page }) => expect(page.getByRole('list', { name: 'Versions of the image' })).toBeVisible(),
  }),
  ...describeStates('finish-edit-', withVersions(2), {
    version: async ({ page }) => {
      await page.getByRole('button', { name: 'Before/After' }).click();
      await page.getByRole('slider', { name: 'Before' }).fill('40');
    },
    ask: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Say what to change' }).fill('Make the flags green');
      await page.getByRole('button', { name: 'Show the change' }).click();
      await expect(page.getByText('“flags” to “green”')).toBeVisible();
    },
    painting: async ({ page }) => {
      await tool(page, 'Erase');
      const painted = page.getByRole('img', { name: 'The painted area' });
      await painted.dragTo(painted, {
        sourcePosition: { x: 40, y: 40 },
        targetPosition: { x: 90, y: 32 },
        steps: 5,
      });
      await expect(page.getByText('Paint on the image first.')).toBeHidden();
    },
    replace: ({ page }) => tool(page, 'Replace'),
    move: async ({ page }) => {
      await tool(page, 'Move');
      await page.getByRole('radio', { name: 'Room right' }).check();
    },
    running: async ({ page }) => {
      await holdRequests(page, EDITS);
      await recolor(page);
      await expect(page.getByText(/^\d+ s\./)).toBeVisible();
    },
    waiting: ended(
      202,
      { editId: 'waiting', status: 'waiting', ahead: 3, estimatedSeconds: 60 },
      'Waiting in line',
    ),
    failed: ended(503, { code: 'model_unavailable' }, /no credit was taken/),
    filtered: ended(422, { code: 'content_filtered' }, /Change the wording first/),
    'no-credits': {
      as: 'spender',
      async act({ page }) {
        await tool(page, 'Erase');
        await expect(page.getByText('You have 0 credits. This needs 1 credit.')).toBeVisible();
      },
    },
  }),
  ...describeStates('finish-edit-', withVersions(3), {
    upscaled: async ({ page }) => {
      await tool(page, 'Recolour');
      await expect(page.getByText(/^A 4K image is finished/)).toBeVisible();
    },
  }),
];
