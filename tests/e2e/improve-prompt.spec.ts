import { WELCOME } from './support/welcome.ts';
import { countRequests, GENERATE } from './support/network.ts';
import { expectAccessible } from './support/page.ts';
import { expect, test } from './support/test.ts';

test('Improve suggests a prompt, which is used, undone, and never sent by itself', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const generations = countRequests(page, GENERATE);
  const suggestion = page.getByRole('group', { name: 'Suggestion' });
  await visit('/', creator);
  await home.prompt.fill('A castle at night');
  await page.getByRole('button', { name: 'Improve' }).click();
  await expect(suggestion.getByRole('status')).toHaveText(/^A castle at night, .*headline\.$/);
  await expectAccessible(page);
  const text = await suggestion.getByRole('status').innerText();

  await suggestion.getByRole('button', { name: 'Use' }).click();
  await expect(home.prompt).toHaveValue(text);
  await suggestion.getByRole('button', { name: 'Undo' }).click();
  await expect(home.prompt).toHaveValue('A castle at night');
  // The browser's own undo works, too.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(home.prompt).toHaveValue(text);
  expect(generations()).toBe(0);
  await expect(home.balance(WELCOME)).toBeVisible();
});
