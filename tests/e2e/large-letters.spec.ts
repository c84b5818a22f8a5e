import type { Locator } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/page.ts';
import { expect, test } from './support/test.ts';

test.use({
  // The size of the letters would stay in a context that is shared.
  ownContext: true,
  translates: false,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

test('With letters of 200 % no page of a creator scrolls sideways, and no control lies on another or on the image', async ({
  page,
  visit,
  creator,
}) => {
  const [id = ''] = await creator.generate('A castle', 'A city with a name that needs several lines');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  const main = page.getByRole('main');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const controls: Record<string, Locator[]> = {
    '/': [page.getByRole('link', { name: 'All thumbnails' }), page.getByRole('combobox', { name: 'Model' })],
    '/account': [main.getByRole('link', { name: 'Buy Credits' })],
    '/thumbnails': [button('More actions'), button('Favourite'), page.getByRole('checkbox')],
    [`/thumbnails/${id}`]: [
      button('Undo'),
      button('Before/After'),
      button('Export'),
      page.getByRole('tab'),
      button('Add'),
    ],
  };
  for (const [path, locators] of Object.entries(controls)) {
    await visit(path, creator);
    if (path.endsWith(id)) await button('Text on the right').click();
    for (const [width, height] of [
      [390, 844],
      [640, 400],
      [768, 1_024],
      [1_024, 768],
      [1_366, 657],
    ] as const) {
      const where = `${path} at ${width} x ${height}`;
      await page.setViewportSize({ width, height });
      await expect(locators[0]?.first() ?? main, where).toBeVisible();
      await expectNoSidewaysScroll(page, where);
      for (const locator of locators) {
        // A trial finds an element that would receive the press instead.
        for (const control of await locator.all()) await control.click({ trial: true });
      }
      if (path.endsWith(id)) {
        const image = page.getByRole('img', { name: /^The image with/ });
        await expect.poll(async () => (await image.boundingBox())?.height, where).toBeGreaterThanOrEqual(120);
      }
    }
  }
});
