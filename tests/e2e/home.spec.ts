import type { Locator, Page } from '@playwright/test';
import type { SiteConfig } from '#contract/site-config.ts';
import { PLACEHOLDER } from './support/home-page.ts';
import type { HomePage } from './support/home-page.ts';
import { GENERATE, holdRequests, mockError } from './support/network.ts';
import { reloadPage } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { WELCOME } from './support/user-pool.ts';

const PHONE = { width: 360, height: 800 };
const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1440, height: 900 };
const EXAMPLES = [
  'Game-style thumbnail with a shocked face',
  'Gaming setup review with neon lighting',
  'Build tutorial with a castle',
  'Programming tutorial with code and a laptop',
];

test('A visitor sees the generator between a header, a hero and three blurbs @2.route.home @2.home.header @1.tagline @2.home.header-visitor @2.home.hero @2.home.blurbs @1.landing-copy', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  await expect(page).toHaveTitle(/Thumbforge/);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Thumbforge' })).toHaveAttribute('href', '/');
  await expect(header.getByText('AI Thumbnail Generator', { exact: true })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/auth?view=sign_up');
  await expect(header.getByRole('link', { name: 'Buy Credits' })).toBeHidden();
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeHidden();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thumbnails that earn the click');
  await expect(home.preview).toBeVisible();
  await expect(home.negativePrompt).toBeHidden();
  const blurbs = page.getByRole('region', { name: 'Why Thumbforge' });
  await expect(blurbs.getByRole('heading')).toHaveText(['AI-Powered', 'Lightning Fast', 'Style Mimicry']);
  await expect(blurbs).toContainText('Point at a video you admire and borrow its look.');
});

test('The prompt is one text input, which the examples fill, and which a reload keeps @2.home.prompt @2.prompt.placeholder @2.prompt.generate @2.prompt.examples @2.prompt.example.game @2.prompt.example.setup @2.prompt.example.build @2.prompt.example.programming @5.prompt.blank @3.storage.prompt @5.prompt.length', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  await expect(page.getByRole('form', { name: 'Generate a thumbnail' }).getByRole('textbox')).toHaveCount(1);
  await expect(home.prompt).toHaveAttribute('placeholder', PLACEHOLDER);
  await expect(home.prompt).not.toHaveAttribute('maxlength');
  await expect(home.generate).toBeDisabled();
  await home.prompt.fill('   \t ');
  await expect(home.generate).toBeDisabled();
  await home.prompt.fill(' a castle ');
  await expect(home.generate).toBeEnabled();

  await expect(home.examples).toHaveText(EXAMPLES);
  for (const [index, example] of EXAMPLES.entries()) {
    await home.examples.nth(index).click();
    await expect(home.prompt).toHaveValue(example);
    await expect(home.prompt).toBeFocused();
  }
  const prompt = 'castle '.repeat(1_000);
  await home.prompt.fill(prompt);
  await expect(home.generate).toBeEnabled();
  await expect.poll(() => page.evaluate('localStorage.getItem("currentPrompt")')).toBe(prompt);
  await reloadPage(page);
  await expect(home.prompt).toHaveValue(prompt);
});

test('The browser can undo an example and a suggestion, which is never sent by itself', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const suggestion = page.getByRole('group', { name: 'Suggestion' });
  await visit('/', creator);
  await home.prompt.pressSequentially('A castle at night');
  await home.examples.first().click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(home.prompt).toHaveValue('A castle at night');

  await page.getByRole('button', { name: 'Improve' }).click();
  await expect(suggestion.getByRole('status')).toHaveText(/^A castle at night, .*headline\.$/);
  const text = await suggestion.getByRole('status').innerText();
  await suggestion.getByRole('button', { name: 'Use' }).click();
  await expect(home.prompt).toHaveValue(text);
  await suggestion.getByRole('button', { name: 'Undo' }).click();
  await expect(home.prompt).toHaveValue('A castle at night');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(home.prompt).toHaveValue(text);
  await expect(home.balance(WELCOME)).toBeVisible();
});

test('A long text of any kind is refused for its length, and does not block the page', async ({
  visit,
  page,
  home,
}) => {
  // The page takes each text in one second, and in half a minute if the font has kerning.
  test.setTimeout(60_000);
  await visit('/');
  for (const part of ['x', '.', ') ', 'https://youtu.be/']) {
    await home.prompt.fill(`${part.repeat(600_000 / part.length)}a`);
    await expect(page.getByText('Shorten the prompt to 2,000 characters.')).toBeVisible();
    await home.prompt.fill('');
  }
});

test('A visitor sees what the examples look like, and that they are sketches; a creator sees only their words', async ({
  visit,
  page,
  home,
  site,
  creator,
}) => {
  test.skip(site.devTools === undefined, 'A deployed stage has other examples, or no examples.');
  await visit('/');
  const pictures = home.examples.locator('img');
  await expect(page.getByText('Local sketches, not made by a model')).toBeVisible();
  await expect(pictures).toHaveCount(EXAMPLES.length);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('naturalWidth', 480);
  }

  await visit('/', creator);
  await expect(home.examples).toHaveCount(EXAMPLES.length);
  await expect(pictures).toHaveCount(0);
});

test('The preview is 16:9 at every width, the history has 2 or 4 columns, and on a phone the parts follow each other @2.home.preview @9.preview @2.home.previous @2.home.prompt', async ({
  visit,
  page,
  home,
  collector,
}) => {
  await visit('/');
  for (const viewport of [PHONE, TABLET, LAPTOP]) {
    await page.setViewportSize(viewport);
    // Chromium resizes a container a frame after its window.
    const ratio = async () => {
      const { width, height } = await getBox(home.preview);
      return width / height;
    };
    await expect.poll(ratio, `at ${viewport.width} px`).toBeCloseTo(16 / 9, 1);
  }

  await visit('/', collector);
  await expect(home.tiles).toHaveCount(4);
  for (const [viewport, columns] of [
    [LAPTOP, 4],
    [PHONE, 2],
  ] as const) {
    await page.setViewportSize(viewport);
    const countColumns = async () => {
      const boxes = await Promise.all((await home.tiles.all()).map(getBox));
      return boxes.filter(({ y }) => y === boxes[0]?.y).length;
    };
    await expect.poll(countColumns, `at ${viewport.width} px`).toBe(columns);
  }
  const parts = [
    page.getByRole('banner'),
    page.getByRole('heading', { level: 1 }),
    home.preview,
    page.getByRole('button', { name: 'Start from a script' }),
    home.prompt,
    page.getByRole('combobox', { name: 'Model' }),
    home.negativePrompt,
    home.examples.first(),
    home.previous,
    page.getByRole('region', { name: 'Why Thumbforge' }),
  ];
  const follow = async () => {
    const tops = (await Promise.all(parts.map(getBox))).map(({ y }) => y);
    return tops.every((top, index) => top >= (tops[index - 1] ?? 0));
  };
  await expect.poll(follow).toBe(true);
});

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

test.describe('the places of the parts', () => {
  test.use({ translates: false });

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
    const places = Object.entries(parts).map(
      async ([name, part]) => [name, await part.boundingBox()] as const,
    );
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
});

async function getBox(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('The part is not on the page.');
  return box;
}
