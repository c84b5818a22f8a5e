import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { SiteConfig } from '#contract/site-config.ts';
import { createCreator } from './support/creator.ts';
import type { Creator } from './support/creator.ts';
import { GENERATE, holdRequests, mockResponse } from './support/network.ts';
import { expectNoSidewaysScroll } from './support/page.ts';
import { BLUE, GREEN, RED } from './support/reference-files.ts';
import { expect, test } from './support/test.ts';

/** A narrow phone, and a window of 1280 by 800 pixels at 200 % zoom. */
const VIEWPORTS = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
];

test.use({ translates: false });

test('The generator works without horizontal scrolling at 320 px and at 200 % zoom', async ({
  page,
  visit,
  home,
  devTools,
  creator,
}) => {
  const expectNoScrolling = async () => {
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page, `at ${viewport.width} px`);
    }
  };
  await devTools.setBalance(creator.userId, 5);
  await creator.generate('A castle', 'A city', 'A forest', 'A robot');
  await visit('/', creator);
  await expect(home.tiles).toHaveCount(4);
  await home.references.setInputFiles([{ ...RED, name: `${'x'.repeat(200)}.png` }, GREEN, BLUE]);
  await expectNoScrolling();
  const question = page.getByRole('dialog', { name: 'May you use this image?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.keyboard.press('Escape'); // Closes the panel.
  await home.prompt.fill('x'.repeat(2_000));
  await expectNoScrolling();

  await home.submit('A fifth idea');
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await expect(home.warning).toBeInViewport({ ratio: 1 });
  }
  const held = await holdRequests(page, GENERATE);
  await home.warning.getByRole('button', { name: 'Continue' }).click();
  await held.arrived;
  await expectNoScrolling();
  held.release();
  await expect(home.image).toBeVisible();
  await expect(home.download).toBeEnabled();
  await expectNoScrolling();
});

test('A visitor can view every page, and none scrolls horizontally at 320 px or at 200 % zoom @6.visitor.views', async ({
  page,
  visit,
}) => {
  const landmarks = {
    '/': page.getByRole('button', { name: 'Generate' }),
    '/buy-credits': page.getByRole('button', { name: 'Get Elite' }),
    '/auth': page.getByRole('button', { name: 'Sign in', exact: true }),
    '/auth?view=sign_up': page.getByRole('button', { name: 'Sign up', exact: true }),
    '/nowhere': page.getByRole('heading', { name: '404' }),
  };
  for (const [path, landmark] of Object.entries(landmarks)) {
    await visit(path);
    await expect(landmark).toBeVisible();
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport);
      await expectNoSidewaysScroll(page, `${path} at ${viewport.width} px`);
    }
  }
});

/** A word of 60 characters without a blank. */
const LONG_WORD = 'Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunter';

test('Long words widen nothing on the finish page, and its controls are never below the image', async ({
  page,
  visit,
  devTools,
}) => {
  const creator = await createCreator(devTools, `${randomUUID()}${'e'.repeat(8)}@long.example.com`);
  const [id] = await creator.generate(LONG_WORD);
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Add your headline' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill(LONG_WORD);
  await page.getByRole('button', { name: 'File settings' }).click();
  await page.getByRole('textbox', { name: 'File name' }).fill('f'.repeat(200));
  await page.keyboard.press('Escape');
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [390, 844],
    [640, 400],
    [768, 1_024],
    [844, 390],
    [1_280, 640],
    [1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await expectNoSidewaysScroll(page, `${width} x ${height}`);
      // A tab whose code has just loaded moves the elements below it.
      await expect.poll(() => coveredControls(page), `${width} x ${height}`).toEqual([]);
    }
  }
});

/** Lists the controls that another element covers while they have the focus. A disabled control cannot have the focus. */
const coveredControls = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('main :is(a, :is(button, input, textarea):enabled, [role=tabpanel])')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.tabIndex >= 0)
    .filter((control) => {
      control.focus();
      const { left, top, width, height } = control.getBoundingClientRect();
      // The tabs of a phone are at the lower edge of the window.
      const tabs = document.querySelector('[role=tablist]').getBoundingClientRect().top;
      const isAboveTabs = tabs > innerHeight / 2 && !control.closest('[role=tablist]');
      const bottom = isAboveTabs ? Math.min(tabs, innerHeight) : innerHeight;
      const [x, y] = [left + width / 2, Math.min(top + height / 2, bottom - 1)];
      const found = document.elementFromPoint(x, y);
      return found === null || !(control.contains(found) || found.closest('label, li, .layer-frame')?.contains(control));
    })
    .map((control) => control.ariaLabel || control.textContent || control.className)`);

test('The finish page fits one window from 1280 x 640', async ({ page, visit, creator }) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  const ends = [page.getByRole('region', { name: 'Design' }), page.getByRole('tabpanel')];
  const expectOneWindow = async () => {
    for (const [width, height] of [
      [1_280, 640],
      [1_366, 657],
      [1_440, 900],
      [1_920, 1_080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const end of ends) await expect(end, `${width} x ${height}`).toBeInViewport({ ratio: 1 });
    }
  };
  await expect(page.getByRole('button', { name: 'Add your headline' })).toBeVisible();
  await expectOneWindow();
  await page.getByRole('button', { name: 'Text on the right' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill('I BUILT IT');
  await page.getByRole('button', { name: 'SECOND LINE', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Words' }).fill('IN A DAY');
  await expect(page.getByRole('tab', { name: 'Passed, faces not checked' })).toBeVisible();
  await expectOneWindow();
});

test('From 641 to 1,024 px, none of four cards is alone in its row, and a price of nine characters fits', async ({
  page,
  visit,
}) => {
  await page.route('**/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as SiteConfig;
    const packs = Array.from({ length: 4 }, (_, index) => ({
      ...config.packs[index % config.packs.length],
      priceId: `price_${index}`,
      amount: 40_000,
      currency: 'usd',
    }));
    await route.fulfill({ json: { ...config, packs } });
  });
  await visit('/buy-credits');
  const prices = page.getByText('US$400.00');
  await expect(prices).toHaveCount(4);
  await page.evaluate('document.fonts.ready');
  for (const width of [641, 768, 850, 851, 900, 901, 1_024]) {
    await page.setViewportSize({ width, height: 800 });
    // The card's padding is on both sides of the price. Chromium resizes a container a frame after its window.
    const findOverflows = () =>
      page.evaluate<boolean[]>(`[...document.querySelectorAll('.pack-price span')].map((price) => {
        const card = price.closest('.pack').getBoundingClientRect();
        const { left, right } = price.getBoundingClientRect();
        return card.right - right < left - card.left - 1;
      })`);
    await expect.poll(findOverflows, `at ${width} px`).toEqual([false, false, false, false]);
    const tops = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.pack')].map((pack) => pack.getBoundingClientRect().top)`,
    );
    expect(tops[3], `at ${width} px`).toBe(tops[2]);
  }
});

/**
 * Lists the elements that moved by more than 8 pixels since the page opened, except after an input, with their old and new places.
 * Smaller moves are allowed, because the letters of the fallback font differ in width from the letters of the final font.
 */
const layoutShifts = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const show = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
    return observer.takeRecords()
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .flatMap(({ sources }) => sources)
      .filter(({ previousRect: from, currentRect: to }) => Math.hypot(to.x - from.x, to.y - from.y) > 8)
      .map(({ node, previousRect, currentRect }) =>
        (node?.parentElement?.className ?? '') + ' > ' + (node?.className || node?.nodeName) + ' ' + show(previousRect) + ' -> ' + show(currentRect));
  })()`);

for (const width of [360, 1440]) {
  test(`At ${width} px, nothing moves while the finish page and the library load`, async ({
    page,
    visit,
    collector,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    // The fallback font is visible until the rest has loaded.
    const shiftsWhileLoading = async (path: string, landmark: Locator, as?: Creator) => {
      const font = await holdRequests(page, '/assets/geist-*.woff2');
      const opened = visit(path, as);
      await expect(landmark).toBeVisible();
      font.release();
      await opened;
      await landmark.screenshot(); // Paints a frame with the font.
      return layoutShifts(page);
    };
    const fileSize = page.getByRole('img', { name: 'The image without layers' });
    const finishPage = `/thumbnails/${collector.thumbnailIds[0]}`;
    expect(await shiftsWhileLoading(finishPage, fileSize, collector), 'the finish page').toEqual([]);
    expect(await shiftsWhileLoading('/thumbnails', page.getByText('5 thumbnails')), 'the library').toEqual(
      [],
    );
  });
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  test('Every control of the generator is at least 44 px high, and the preview scrolls into view', async ({
    page,
    visit,
    home,
    collector,
  }) => {
    await visit('/', collector);
    await expect(home.tiles).toHaveCount(4);
    await home.tiles.last().scrollIntoViewIfNeeded();
    await expect(home.preview).not.toBeInViewport();
    await home.tiles.first().click();
    await expect(home.preview).toBeInViewport({ ratio: 1 });
    await expect(home.download).toBeEnabled();
    for (const control of await page.getByRole('button').or(page.getByRole('link')).all()) {
      const box = await control.boundingBox();
      expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
    }

    // The account is shared, so the request stays in the browser.
    await mockResponse(page, GENERATE, { imageURL: await home.image.getAttribute('src') });
    const responding = page.waitForResponse(`**${GENERATE}`);
    await home.submit('A castle');
    await home.warning.getByRole('button', { name: 'Continue' }).click();
    await expect(home.preview).toBeInViewport({ ratio: 1 });
    await responding;
  });
});
