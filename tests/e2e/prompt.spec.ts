import type { Page } from '@playwright/test';
import { WELCOME } from './support/welcome.ts';
import { PLACEHOLDER } from './support/home-page.ts';
import { countRequests, GENERATE, holdRequests } from './support/network.ts';
import { reloadPage, toasts } from './support/page.ts';
import { expect, test } from './support/test.ts';

const EXAMPLES = [
  'Game-style thumbnail with a shocked face',
  'Gaming setup review with neon lighting',
  'Build tutorial with a castle',
  'Programming tutorial with code and a laptop',
];

test('The prompt is one text input with its placeholder @2.home.prompt @2.prompt.placeholder', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  await expect(home.prompt).toHaveRole('textbox');
  await expect(home.prompt).toHaveAttribute('placeholder', PLACEHOLDER);
  await expect(page.getByRole('form', { name: 'Generate a thumbnail' }).getByRole('textbox')).toHaveCount(1);
});

test('Generate is disabled while the prompt is empty or blank @2.prompt.generate @5.prompt.blank', async ({
  visit,
  home,
}) => {
  await visit('/');
  await expect(home.generate).toBeDisabled();
  await home.prompt.fill('   \t ');
  await expect(home.generate).toBeDisabled();
  await home.prompt.fill(' a castle ');
  await expect(home.generate).toBeEnabled();
});

test('A long text of any kind is refused for its length, and does not block the page', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  for (const part of ['x', '.', ') ', 'https://youtu.be/']) {
    // Generous: the page takes it in one second, and in half a minute if the font has kerning.
    await home.prompt.fill(`${part.repeat(600_000 / part.length)}a`, { timeout: 10_000 });
    await expect(page.getByText('Shorten the prompt to 2,000 characters.')).toBeVisible();
    await home.prompt.fill('');
  }
});

test('Submitting a blank prompt does nothing @5.prompt.nothing', async ({ visit, page, home, creator }) => {
  const requests = countRequests(page, GENERATE);
  await visit('/', creator);
  await expect(home.balance(WELCOME)).toBeVisible();
  await home.prompt.fill('   ');
  await submitForm(page);
  await expect(home.preview).toContainText('Your thumbnail will appear here');
  await expect(toasts(page)).toHaveCount(0);
  await expect(page).toHaveURL('/');
  expect(requests()).toBe(0);
});

test('A click on one of the four example prompts fills the input @2.prompt.examples @2.prompt.example.game @2.prompt.example.setup @2.prompt.example.build @2.prompt.example.programming', async ({
  visit,
  home,
}) => {
  await visit('/');
  await expect(home.examples).toHaveText(EXAMPLES);
  for (const [index, example] of EXAMPLES.entries()) {
    await home.examples.nth(index).click();
    await expect(home.prompt).toHaveValue(example);
    await expect(home.prompt).toBeFocused();
    await expect(home.generate).toBeEnabled();
  }
});

test('An example that replaces a prompt can be undone', async ({ visit, page, home }) => {
  await visit('/');
  await home.prompt.pressSequentially('My own idea');
  await home.examples.first().click();
  await expect(home.prompt).toHaveValue(EXAMPLES[0] ?? '');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(home.prompt).toHaveValue('My own idea');
});

test('The prompt grows with its lines: Shift+Enter starts one, Enter generates', async ({
  visit,
  page,
  home,
  creator,
}) => {
  await visit('/', creator);
  const height = async () => (await home.prompt.boundingBox())?.height ?? 0;
  const before = await height();
  await home.prompt.pressSequentially('A castle');
  for (const line of ['on a cliff', 'at sunset', 'in a storm']) {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type(line);
  }
  expect(await height()).toBeGreaterThan(before);
  await page.keyboard.press('Enter');
  await expect(home.image).toBeVisible();
  await expect(home.prompt).toHaveValue('A castle\non a cliff\nat sunset\nin a storm');
  await expect(home.tiles).toHaveAccessibleName('A castle on a cliff at sunset in a storm');
});

test('A prompt of any length survives a reload @3.storage.prompt @5.prompt.length', async ({
  visit,
  page,
  home,
}) => {
  const prompt = 'castle '.repeat(1_000);
  await visit('/');
  await expect(home.prompt).not.toHaveAttribute('maxlength');
  await home.prompt.fill(prompt);
  await expect(home.prompt).toHaveValue(prompt);
  await expect(home.generate).toBeEnabled();
  expect(await page.evaluate<string>('localStorage.getItem("currentPrompt")')).toBe(prompt);
  await reloadPage(page);
  await expect(home.prompt).toHaveValue(prompt);
});

test('While a generation runs, the form is disabled and a second submission does nothing @4.loading @4.loading.disabled @4.loading.label @5.prompt.loading', async ({
  visit,
  page,
  home,
  inspector,
  creator,
}) => {
  const requests = countRequests(page, GENERATE);
  const held = await holdRequests(page, GENERATE);
  await visit('/', creator);
  await home.submit('A castle build at sunset');
  await held.arrived;

  await expect(home.generate).toHaveText('Generating...');
  await expect(home.generate).toBeDisabled();
  await expect(home.prompt).toBeDisabled();
  await expect(home.examples).toHaveCount(EXAMPLES.length);
  for (const example of await home.examples.all()) await expect(example).toBeDisabled();
  await submitForm(page);

  held.release();
  await expect(home.image).toBeVisible();
  await expect(home.generate).toHaveText('Generate');
  await expect(home.generate).toBeEnabled();
  await expect(home.prompt).toBeEnabled();
  for (const example of await home.examples.all()) await expect(example).toBeEnabled();
  expect(requests()).toBe(1);
  expect(await inspector.thumbnails(creator.userId)).toHaveLength(1);
});

/** Submits the form as a script would, without the disabled button. */
async function submitForm(page: Page) {
  await page
    .getByRole('form', { name: 'Generate a thumbnail' })
    .dispatchEvent('submit', { bubbles: true, cancelable: true });
}
