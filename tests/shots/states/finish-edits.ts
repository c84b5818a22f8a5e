import { expect, type Page } from '@playwright/test';
import type { EditSummary, ThumbnailEdit } from '../../../contract/edit-schemas.ts';
import { readThumbnailResponse } from '../../../contract/schemas.ts';
import { holdRequests, mockResponse } from '../../e2e/support/network.ts';
import { finishState } from './finish.ts';
import type { State } from './state.ts';

const EDITS = '/api/edits';
const REFUNDED = { charge: 'refunded', requestId: 'test' };
const MADE: readonly EditSummary[] = [
  { kind: 'erase' },
  { kind: 'recolor', find: 'the long flags on the towers', prompt: 'red' },
  { kind: 'upscale' },
];

type Act = NonNullable<State['act']>;

const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Image tools' }).getByRole('button', { name }).click();

/** The finish page with the image selected, which has three other versions. The last one is 4K. */
const editState = (
  name: string,
  { shown = 2, ...more }: Partial<State> & { shown?: number },
  act: Act,
): State =>
  finishState(
    `edit-${name}`,
    async (scene) => {
      await scene.page.getByRole('tab', { name: 'Image' }).click();
      await act(scene);
    },
    more,
    (page) => addVersions(page, shown),
  );

/** All of them show the same pixels. @param shown which one the design shows: 0 for the original */
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
const endedState = (name: string, status: number, body: object, shown: string | RegExp): State =>
  editState(name, {}, async ({ page }) => {
    await mockResponse(page, EDITS, { ...REFUNDED, ...body }, status);
    await recolor(page);
    await expect(page.getByText(shown)).toBeVisible();
  });

/** Changes of the image: each tool, an edit that runs, waits or fails, and the versions. */
export const FINISH_EDIT_STATES: readonly State[] = [
  editState('idle', { shown: 0 }, ({ page }) =>
    expect(page.getByRole('list', { name: 'Versions of the image' })).toBeVisible(),
  ),
  editState('version', {}, ({ page }) => page.getByRole('slider', { name: 'Before' }).fill('40')),
  editState('ask', {}, async ({ page }) => {
    await page.getByRole('textbox', { name: 'Say what to change' }).fill('Make the flags green');
    await page.getByRole('button', { name: 'Show the change' }).click();
    await expect(page.getByText('“flags” to “green”')).toBeVisible();
  }),
  editState('painting', {}, async ({ page }) => {
    await tool(page, 'Erase');
    const painted = page.getByRole('img', { name: 'The painted area' });
    const { x, y, width, height } = (await painted.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width * 0.15, y + height * 0.3);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.3, y + height * 0.25, { steps: 5 });
    await page.mouse.up();
    await expect(page.getByText('Paint on the image first.')).toBeHidden();
  }),
  editState('replace', {}, ({ page }) => tool(page, 'Replace')),
  editState('move', {}, async ({ page }) => {
    await tool(page, 'Move');
    await page.getByText('Room right').click();
  }),
  editState('running', {}, async ({ page }) => {
    const held = await holdRequests(page, EDITS);
    await recolor(page);
    await held.arrived;
    await expect(page.getByText(/^2 s\./)).toBeVisible();
  }),
  endedState(
    'waiting',
    202,
    { editId: 'waiting', status: 'waiting', ahead: 3, estimatedSeconds: 60 },
    'Waiting in line',
  ),
  endedState('failed', 503, { code: 'model_unavailable' }, /no credit was taken/),
  endedState('filtered', 422, { code: 'content_filtered' }, /Change the wording first/),
  editState('no-credits', { as: 'spender' }, async ({ page }) => {
    await tool(page, 'Erase');
    await expect(page.getByText('You have 0 credits. This needs 1 credit.')).toBeVisible();
  }),
  editState('upscaled', { shown: 3 }, async ({ page }) => {
    await tool(page, 'Recolour');
    await expect(page.getByText(/^A 4K image is finished/)).toBeVisible();
  }),
];
