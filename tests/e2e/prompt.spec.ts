import type { Page } from '@playwright/test';
import { GENERATE, countCalls, hold } from './support/calls.ts';
import { PLACEHOLDER } from './support/home.ts';
import { reloadPage } from './support/screens.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const EXAMPLES = {
  '2.prompt.example.game': 'Game-style thumbnail with a shocked face',
  '2.prompt.example.setup': 'Gaming setup review with neon lighting',
  '2.prompt.example.build': 'Build tutorial with a castle',
  '2.prompt.example.programming': 'Programming tutorial with code and a laptop',
};

test('[2.prompt.placeholder] The prompt is one text input and says what it takes', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  await expect(home.prompt).toHaveAttribute('type', 'text');
  await expect(home.prompt).toHaveAttribute('placeholder', PLACEHOLDER);
  await expect(page.getByRole('form', { name: 'Generate a thumbnail' }).getByRole('textbox')).toHaveCount(1);
});

test('[2.prompt.generate 5.prompt.blank] Generate is disabled while the prompt is empty or blank', async ({
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

test('[5.prompt.nothing] Submitting a blank prompt does nothing', async ({ visit, page, home, creator }) => {
  const calls = countCalls(page, GENERATE);
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  await home.prompt.fill('   ');
  await submitForm(page);
  await expect(home.preview).toContainText('Your thumbnail will appear here');
  await expect(toasts(page)).toHaveCount(0);
  expect(calls()).toBe(0);
  expect(page.url()).toBe(new URL('/', page.url()).href);
});

test('[2.prompt.examples] Four example prompts can be clicked', async ({ visit, home }) => {
  await visit('/');
  await expect(home.examples).toHaveText(Object.values(EXAMPLES));
});

for (const [row, example] of Object.entries(EXAMPLES)) {
  test(`[${row} 2.prompt.examples] “${example}” fills the input`, async ({ visit, page, home }) => {
    await visit('/');
    await page.getByRole('button', { name: example }).click();
    await expect(home.prompt).toHaveValue(example);
    await expect(home.prompt).toBeFocused();
    await expect(home.generate).toBeEnabled();
  });
}

test('[3.storage.prompt] The prompt outlives a reload, under currentPrompt', async ({
  visit,
  page,
  home,
}) => {
  await visit('/');
  await home.prompt.fill('A castle build at sunset');
  expect(await page.evaluate<string>('localStorage.getItem("currentPrompt")')).toBe(
    'A castle build at sunset',
  );
  await reloadPage(page);
  await expect(home.prompt).toHaveValue('A castle build at sunset');
});

test('[5.prompt.length] The input holds any length, and says no limit', async ({ visit, home }) => {
  await visit('/');
  const long = 'castle '.repeat(1_000);
  await home.prompt.fill(long);
  await expect(home.prompt).toHaveValue(long);
  await expect(home.prompt).not.toHaveAttribute('maxlength');
  await expect(home.generate).toBeEnabled();
});

test('[4.loading 4.loading.disabled 4.loading.label 5.prompt.loading] While it generates, input, button and examples are disabled', async ({
  visit,
  page,
  home,
  creator,
}) => {
  const held = await hold(page, GENERATE);
  await visit('/', creator);
  await home.ask('A castle build at sunset');
  await held.arrived;

  await expect(home.generate).toHaveText('Generating...');
  await expect(home.generate).toBeDisabled();
  await expect(home.prompt).toBeDisabled();
  await expect(home.examples).toHaveCount(4);
  for (const example of await home.examples.all()) await expect(example).toBeDisabled();

  held.release();
  await expect(home.picture).toBeVisible();
  await expect(home.generate).toHaveText('Generate');
  await expect(home.generate).toBeEnabled();
  await expect(home.prompt).toBeEnabled();
  for (const example of await home.examples.all()) await expect(example).toBeEnabled();
});

test('[5.prompt.loading] A second submission while one is running does nothing', async ({
  visit,
  page,
  home,
  audit,
  creator,
}) => {
  const calls = countCalls(page, GENERATE);
  const held = await hold(page, GENERATE);
  await visit('/', creator);
  await home.ask('A castle build at sunset');
  await held.arrived;
  await submitForm(page);
  held.release();
  await expect(home.picture).toBeVisible();
  expect(calls()).toBe(1);
  expect(await audit.thumbnails(creator.userId)).toHaveLength(1);
});

/** Submits as a script or an odd browser would, past the disabled button. */
async function submitForm(page: Page) {
  await page
    .getByRole('form', { name: 'Generate a thumbnail' })
    .dispatchEvent('submit', { bubbles: true, cancelable: true });
}
