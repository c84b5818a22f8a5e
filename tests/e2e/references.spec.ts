import type { Page } from '@playwright/test';
import { WELCOME } from './support/welcome.ts';
import { GENERATE } from './support/network.ts';
import { reloadPage, toasts } from './support/page.ts';
import { BLUE, GREEN, RED } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';

const grid = (page: Page) => page.getByRole('img', { name: /^Reference \d/ });
const removeButton = (page: Page, position: number) =>
  page.getByRole('button', { name: `Remove reference ${position}`, exact: true });
const dataUrl = ({ buffer }: { buffer: Buffer }) => `data:image/png;base64,${buffer.toString('base64')}`;

test('The file input has a label and a hint, and accepts multiple images @2.references.label @2.references.hint @1.references @5.references.type @2.references.multiple', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  await expect(page.getByText('Upload reference images', { exact: true })).toBeVisible();
  await expect(page.getByText('Face, background, or style references')).toBeVisible();
  await expect(home.references).toHaveAccessibleName('Upload reference images');
  await expect(home.references).toHaveAccessibleDescription(/Face, background, or style references/);
  await expect(home.references).toHaveAttribute('accept', 'image/*');
  await expect(home.references).toHaveAttribute('multiple');
});

test('Each chosen file is added to a grid, and its button removes it by position @2.references.grid @4.references.added @3.reference-image @2.references.remove @4.references.removed', async ({
  page,
  visit,
  home,
}) => {
  const expectImages = async (...files: (typeof RED)[]) => {
    await expect(grid(page)).toHaveCount(files.length);
    for (const [index, file] of files.entries()) {
      await expect(grid(page).nth(index)).toHaveAttribute('src', dataUrl(file));
    }
  };
  await visit('/');
  await home.references.setInputFiles([RED, GREEN]);
  await expectImages(RED, GREEN);
  await home.references.setInputFiles(BLUE);
  await expectImages(RED, GREEN, BLUE);

  await removeButton(page, 1).click();
  await expectImages(GREEN, BLUE);
  await removeButton(page, 2).click();
  await expectImages(GREEN);
  await removeButton(page, 1).click();
  await expectImages();
});

test('There is no limit to the number of reference images @5.references.bounds', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  await home.references.setInputFiles(Array.from({ length: 30 }, () => RED));
  await expect(grid(page)).toHaveCount(30);
  await expect(toasts(page)).toHaveCount(0);
});

test('Reference images are never sent, and a reload removes them @1.references-stay', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(request.postData() ?? ''));
  await home.references.setInputFiles([RED, GREEN]);
  await expect(grid(page)).toHaveCount(2);
  expect(bodies.filter((body) => body !== '')).toEqual([]);

  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.submit('A castle');
  const fields = Object.keys((await sending).postDataJSON() as object);
  expect(fields.sort()).toEqual(['generationId', 'prompt', 'userId']);
  await expect(home.image).toBeVisible();
  expect(bodies.join()).not.toContain('data:image');
  await reloadPage(page);
  await expect(home.tiles).toHaveCount(1);
  await expect(grid(page)).toHaveCount(0);
});

test('A file that is not an image is skipped with a message @5.references.type', async ({
  page,
  visit,
  home,
}) => {
  await visit('/');
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not an image') };
  await home.references.setInputFiles([notes, GREEN]);
  await expect(toasts(page)).toHaveText(['notes.txt could not be read as an image.']);
  await expect(grid(page)).toHaveCount(1);
});
