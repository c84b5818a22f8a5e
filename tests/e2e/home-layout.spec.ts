import type { Locator, Page } from '@playwright/test';
import type { ListThumbnailsResponse } from '#contract/endpoints/schemas.ts';
import type { SiteConfig } from '#contract/site-config.ts';
import { STATES } from './states/states.ts';
import { testState } from './states/test-state.ts';
import type { HomePage } from './support/home-page.ts';
import { GENERATE, holdRequests, mockError } from './support/network.ts';
import { expect, test } from './support/test.ts';

test.use({ translates: false });

/** Laptops, a large screen and phones, with the bars of their browsers. */
const WHOLE_WINDOWS = [
  { width: 1280, height: 640 },
  { width: 1366, height: 657 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
];

test('The preview, the reference, the model, the prompt and Generate are in one window, for a visitor and for a creator', async ({
  page,
  visit,
  home,
  collector,
}) => {
  for (const as of [undefined, collector]) {
    await visit('/', as);
    await expect(page.getByRole('combobox', { name: 'Model' })).toBeEnabled();
    const parts = [
      home.preview.locator('.viewer-frame'),
      page.getByRole('button', { name: 'Reference' }),
      page.getByRole('combobox', { name: 'Model' }),
      home.prompt,
      home.generate,
    ];
    for (const viewport of WHOLE_WINDOWS) {
      await page.setViewportSize(viewport);
      await page.evaluate('scrollTo(0, 0)');
      for (const part of parts) await expect(part, `at ${viewport.width} px`).toBeInViewport({ ratio: 0.99 });
      if (as) await expect(page.getByRole('region', { name: 'Why Thumbforge' })).not.toBeInViewport();
    }
  }
});

for (const state of STATES.filter(({ name }) => name === 'versions-failed')) {
  testState(
    'A failed version of three shows its whole reason and Try again without scrolling, also on a phone',
    async ({ page, openState }) => {
      await openState(state);
      const again = page.getByRole('button', { name: 'Try version 3 again' });
      const tile = page.locator('.variation-failed');
      for (const viewport of [...WHOLE_WINDOWS, { width: 640, height: 400 }, { width: 360, height: 640 }]) {
        await page.setViewportSize(viewport);
        await tile.scrollIntoViewIfNeeded();
        await expect(again, `at ${viewport.width} px`).toBeInViewport({ ratio: 0.99 });
        await expect
          .poll(() => tile.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
          .toBe(0);
      }
    },
  );
}

test('With a set beside the image, the prompt and Generate stay in the window', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await creator.generate('A castle', 'A castle', 'A castle');
  await page.route(/\/api\/thumbnails\?/, async (route) => {
    const { thumbnails } = (await (await route.fetch()).json()) as ListThumbnailsResponse;
    const setId = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b31';
    await route.fulfill({ json: { thumbnails: thumbnails.map((thumbnail) => ({ ...thumbnail, setId })) } });
  });
  await visit('/', creator);
  await page.getByRole('button', { name: 'Show version 1 large' }).click();
  const set = page.getByRole('region', { name: 'Three of this idea' });
  await expect(set.getByRole('listitem')).toHaveText(['Not finished', 'Not finished', 'Not finished']);
  // A small phone has no room for the set.
  for (const viewport of WHOLE_WINDOWS.filter(({ width }) => width > 360)) {
    await page.setViewportSize(viewport);
    await page.evaluate('scrollTo(0, 0)');
    for (const part of [home.preview.locator('.viewer-frame'), set, home.prompt, home.generate]) {
      await expect(part, `at ${viewport.width} px`).toBeInViewport({ ratio: 0.99 });
    }
  }
});

/** A small tablet in landscape, and a phone in landscape. */
const OTHER_WINDOWS = [
  { width: 1_024, height: 768 },
  { width: 640, height: 400 },
];

/** The rectangles of the parts that a creator uses, by their names. A part without a box is not on the page. */
const readPlaces = async (page: Page, home: HomePage) => {
  const parts = {
    viewer: home.preview.locator('.viewfinder'),
    title: page.getByRole('heading', { level: 1 }),
    reference: page.getByRole('button', { name: 'Reference' }),
    script: page.getByRole('button', { name: 'Start from a script' }),
    model: page.getByRole('combobox', { name: 'Model' }),
    negativePrompt: home.negativePrompt,
    example: home.examples.last(),
    prompt: home.prompt,
    count: page.getByRole('group', { name: 'Number of images' }),
    generate: home.generate,
    previous: home.previous,
  };
  const places = Object.entries(parts).map(async ([name, part]) => [name, await part.boundingBox()] as const);
  return Object.fromEntries(await Promise.all(places));
};

for (const [which, tiles] of [
  ['first', 0],
  ['fifth', 4],
] as const) {
  test(`Nothing moves when the ${which} thumbnail starts to generate`, async ({
    page,
    visit,
    home,
    creator,
    collector,
    guard,
  }) => {
    guard.allow(/status of 500/);
    const readAllPlaces = async () => {
      const places: Record<string, unknown> = {};
      for (const viewport of [...WHOLE_WINDOWS, ...OTHER_WINDOWS]) {
        await page.setViewportSize(viewport);
        // Chromium resizes a container a frame after its window.
        await page.evaluate(`new Promise((resolve) => {
          scrollTo(0, 0);
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        })`);
        places[`${viewport.width} x ${viewport.height}`] = await readPlaces(page, home);
      }
      return places;
    };
    await visit('/', tiles === 0 ? creator : collector);
    await expect(home.tiles).toHaveCount(tiles);
    await expect(page.getByRole('combobox', { name: 'Model' })).toBeEnabled();
    if (tiles > 0) await expect(home.download).toBeVisible();
    await home.prompt.fill('A city');
    const before = await readAllPlaces();
    // The request stays in the browser, because the account of the collector is shared.
    await mockError(page, GENERATE, { code: 'model_unavailable', charge: 'refunded' });
    const held = await holdRequests(page, GENERATE);
    await home.generate.click();
    if (tiles > 0) await home.warning.getByRole('button', { name: 'Continue' }).click();
    await held.arrived;
    await expect(home.preview.getByRole('button', { name: 'Stop waiting' })).toBeVisible();

    expect(await readAllPlaces()).toEqual(before);
    held.release();
    await expect(home.failure).toBeVisible();
  });
}

test('At 1366 x 657 the image is 770 px wide, the prompt is one row below it, and an empty viewer reserves nothing', async ({
  page,
  visit,
  home,
  creator,
  collector,
}) => {
  await page.setViewportSize({ width: 1_366, height: 657 });
  const frame = home.preview.locator('.viewer-frame');
  const bar = page.locator('.prompt-bar');
  await visit('/', creator);
  await expect(home.previous).toHaveAttribute('aria-busy', 'false');
  const empty = await getBox(frame);
  const emptyBar = await getBox(bar);
  expect(Math.round(empty.width)).toBe(770);
  expect(Math.round(emptyBar.y - empty.y - empty.height)).toBe(14);
  expect(Math.round(emptyBar.height)).toBe(60);

  await visit('/', collector);
  await expect(home.download).toBeVisible();
  const full = await getBox(frame);
  const fullBar = await getBox(bar);
  expect(Math.round(full.width)).toBe(770);
  expect(fullBar.y + fullBar.height).toBeLessThanOrEqual(657);
});

test('The negative prompt is one line that grows with its text, and moves only what is below it in the rail', async ({
  page,
  visit,
  home,
  collector,
}) => {
  await page.setViewportSize({ width: 1_366, height: 657 });
  await visit('/', collector);
  await expect(home.download).toBeVisible();
  const line = await getBox(home.negativePrompt);
  const prompt = await getBox(home.prompt);
  await home.negativePrompt.fill('blur, watermarks, extra fingers, text, logos, borders and low contrast');
  const lines = await getBox(home.negativePrompt);
  expect(line.height).toBeLessThan(40);
  expect(lines.height).toBeGreaterThan(line.height);
  expect({ x: lines.x, y: lines.y }).toEqual({ x: line.x, y: line.y });
  expect(await getBox(home.prompt)).toEqual(prompt);
  await home.negativePrompt.fill('');
  expect(await getBox(home.negativePrompt)).toEqual(line);
});

test('The panel of the reference images stays between the margins of the page, and the name of a model is never cut off', async ({
  page,
  visit,
  creator,
}) => {
  await page.route('**/config.json', async (route) => {
    const config = (await (await route.fetch()).json()) as SiteConfig;
    const models = config.models.map((model) => ({ ...model, label: 'Stable Diffusion 3.5 Large' }));
    await route.fulfill({ json: { ...config, models } });
  });
  await visit('/', creator);
  const model = page.getByRole('combobox', { name: 'Model' });
  await expect(model).toBeEnabled();
  const whole = (await getBox(model)).width;
  const panel = page.getByRole('group', { name: 'Reference images' });
  for (const viewport of [...WHOLE_WINDOWS, ...OTHER_WINDOWS]) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await getBox(model)).width, `at ${viewport.width} px`).toBe(whole);
    await page.getByRole('button', { name: 'Reference' }).click();
    const form = page.getByRole('form', { name: 'Generate a thumbnail' });
    const isBetween = async () => {
      const [inner, outer] = [await getBox(panel), await getBox(form)];
      return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
    };
    await expect.poll(isBetween, `at ${viewport.width} px`).toBe(true);
    await page.keyboard.press('Escape');
  }
});

async function getBox(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('The part is not on the page.');
  return box;
}
