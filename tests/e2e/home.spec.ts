import type { Locator } from '@playwright/test';
import { PLACEHOLDER } from './support/home-page.ts';
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

async function getBox(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('The part is not on the page.');
  return box;
}
