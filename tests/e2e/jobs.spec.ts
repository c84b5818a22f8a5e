import type { Locator, Page } from '@playwright/test';
import { countActions } from './support/count-actions.ts';
import type { HomePage } from './support/home-page.ts';
import { expect, test } from './support/test.ts';

/**
 * Makes the first design of a creator, from the empty home page to a JPEG on the disk. Types only where the focus is.
 * @param press presses a control as the device does.
 * @returns what the creator did.
 */
async function makeFirstDesign(page: Page, home: HomePage, press: (control: Locator) => Promise<void>) {
  await expect(home.tiles).toHaveCount(0);
  const count = await countActions(page);
  await press(home.prompt);
  await page.keyboard.type('A castle at sunset');
  await press(home.generate);
  await expect(home.image).toBeVisible();
  await press(home.preview.getByRole('link', { name: 'Finish' }));
  await press(page.getByRole('button', { name: 'Text on the right' }));
  const words = page.getByRole('textbox', { name: 'Words' });
  await press(words);
  await page.keyboard.type('24-hour castle');
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Export', exact: true }));
  expect((await downloading).suggestedFilename()).toBe('a-castle-at-sunset-1280x720.jpg');
  await expect(words).toHaveValue('24-hour castle');
  const actions = await count();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  return actions;
}

/**
 * Tests the first design of a creator on one kind of device.
 * @param maximum the most presses, in words and as a number.
 */
function testFirstDesign(maximum: [string, number], press: (control: Locator) => Promise<void>): void {
  const [words, count] = maximum;
  test(`The first design costs at most ${words} and two texts, from the empty home page to the JPEG`, async ({
    page,
    visit,
    home,
    creator,
  }) => {
    await visit('/', creator);

    const { presses, texts } = await makeFirstDesign(page, home, press);

    expect(presses).toBeLessThanOrEqual(count);
    expect(texts).toBe(2);
  });
}

testFirstDesign(['twelve presses', 12], (control) => control.click());

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  testFirstDesign(['seven taps', 7], (control) => control.tap());
});
