import type { Page } from '@playwright/test';
import { GENERATE } from './support/calls.ts';
import { PICTURES } from './support/pictures.ts';
import { reloadPage } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const [RED, GREEN, BLUE] = PICTURES;

const grid = (page: Page) => page.getByRole('img', { name: /^Reference \d/ });
const remove = (page: Page, position: number) =>
  page.getByRole('button', { name: `Remove reference ${position}`, exact: true });
const dataUrl = ({ buffer }: { buffer: Buffer }) => `data:image/png;base64,${buffer.toString('base64')}`;

test('[2.references.label 2.references.hint 1.references] The uploader says what it takes', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  await expect(page.getByText('Upload reference images', { exact: true })).toBeVisible();
  await expect(page.getByText('Face, background, or style references')).toBeVisible();
  await expect(home.references).toHaveAccessibleName('Upload reference images');
  await expect(home.references).toHaveAccessibleDescription(/Face, background, or style references/);
});

test('[5.references.type 2.references.multiple] The picker takes images only, and many', async ({
  visit,
  home,
}) => {
  await visit('/');
  await expect(home.references).toHaveAttribute('accept', 'image/*');
  await expect(home.references).toHaveAttribute('multiple');
});

test('[2.references.grid 4.references.added 3.reference-image] Each chosen file becomes one picture of the grid, read in the browser', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  await home.references.setInputFiles([RED, GREEN]);
  await expect(grid(page)).toHaveCount(2);
  await home.references.setInputFiles(BLUE);
  await expect(grid(page)).toHaveCount(3);
  for (const [at, picture] of [RED, GREEN, BLUE].entries()) {
    await expect(grid(page).nth(at)).toHaveAttribute('src', dataUrl(picture));
  }
});

test('[2.references.remove 4.references.removed] Each has a remove button that takes the one at its place', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  await home.references.setInputFiles([RED, GREEN, RED]);
  await expect(page.getByRole('button', { name: /^Remove reference/ })).toHaveCount(3);
  await remove(page, 1).click();
  await expect(grid(page)).toHaveCount(2);
  await expect(grid(page).nth(0)).toHaveAttribute('src', dataUrl(GREEN));
  await expect(grid(page).nth(1)).toHaveAttribute('src', dataUrl(RED));
  await remove(page, 2).click();
  await remove(page, 1).click();
  await expect(grid(page)).toHaveCount(0);
});

test('[5.references.bounds] No number of files is too many', async ({ page, visit, home }) => {
  await visit('/');
  await home.references.setInputFiles(Array.from({ length: 30 }, () => RED));
  await expect(grid(page)).toHaveCount(30);
  await expect(toasts(page)).toHaveCount(0);
});

test('[1.references-stay] Reference images are sent to nobody, and are gone after a reload', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  await home.references.setInputFiles([RED, GREEN]);
  await expect(grid(page)).toHaveCount(2);
  expect(bodies.filter((body) => body !== '')).toEqual([]);

  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.ask('A castle');
  expect(Object.keys((await sending).postDataJSON() as object).sort()).toEqual([
    'generationId',
    'prompt',
    'userId',
  ]);
  await expect(home.picture).toBeVisible();
  expect(bodies.join()).not.toContain('data:image');
  await reloadPage(page);
  await expect(home.tiles).toHaveCount(1);
  await expect(grid(page)).toHaveCount(0);
});

test('[5.references.type] A file that is no image is told by its name and left out', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') };
  await home.references.setInputFiles([notes, GREEN]);
  await expect(toasts(page)).toHaveText(['notes.txt could not be read as an image.']);
  await expect(grid(page)).toHaveCount(1);
});
