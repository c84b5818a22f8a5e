import type { Page } from '@playwright/test';
import { GENERATE, hold } from './support/calls.ts';
import { PICTURES } from './support/pictures.ts';
import { expect, test } from './support/test.ts';

const ZOOMS = [
  { name: 'at 320 px', viewport: { width: 320, height: 568 }, deviceScaleFactor: 1 },
  // What a window of 1280 by 800 is to the page at 200%.
  { name: 'at 200%', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
];

/** How far the page can be moved sideways, in pixels. */
const overhang = (page: Page) => page.evaluate<number>(`scrollTo(1_000, scrollY), scrollX`);

for (const { name, ...use } of ZOOMS) {
  test.describe(name, () => {
    test.use(use);

    test('The generator works, and nothing is out of the side', async ({
      page,
      visit,
      home,
      purse,
      creator,
    }) => {
      await purse.fill(creator.userId, 6);
      await creator.generate('A castle', 'A city', 'A forest', 'A robot');
      await visit('/', creator);
      await expect(home.tiles).toHaveCount(4);
      await home.references.setInputFiles([...PICTURES]);
      expect(await overhang(page)).toBe(0);

      await home.ask('A fifth idea');
      await expect(home.warning).toBeInViewport({ ratio: 1 });
      const held = await hold(page, GENERATE);
      await home.warning.getByRole('button', { name: 'Continue' }).click();
      await held.arrived;
      expect(await overhang(page)).toBe(0);
      held.release();
      await expect(home.picture).toBeVisible();
      await expect(home.download).toBeEnabled();
      expect(await overhang(page)).toBe(0);
    });

    test('No page is out of the side', async ({ page, visit }) => {
      const PAGES = {
        '/': page.getByRole('button', { name: 'Generate' }),
        '/buy-credits': page.getByRole('button', { name: 'Get Elite' }),
        '/auth': page.getByRole('button', { name: 'Sign in', exact: true }),
        '/auth?view=sign_up': page.getByRole('button', { name: 'Sign up', exact: true }),
        '/nowhere': page.getByRole('heading', { name: '404' }),
      };
      for (const [path, landmark] of Object.entries(PAGES)) {
        await visit(path);
        await expect(landmark).toBeVisible();
        expect(await overhang(page), path).toBe(0);
      }
    });
  });
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('Whatever can be pressed on the generator is at least 44 px high', async ({
    page,
    visit,
    home,
    creator,
  }) => {
    await creator.generate('A castle');
    await visit('/', creator);
    await home.tiles.first().click();
    await expect(home.download).toBeEnabled();
    for (const control of await page.getByRole('button').or(page.getByRole('link')).all()) {
      const box = await control.boundingBox();
      expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
    }
  });
});
