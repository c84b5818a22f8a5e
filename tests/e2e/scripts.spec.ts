import { expect, test } from './support/test.ts';

test('A font of another script that cannot be loaded is named, and Try again loads it', async ({
  page,
  visit,
  creator,
  guard,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Add your headline' }).click();
  const words = page.getByRole('textbox', { name: 'Words' });
  const fail = (fonts: string) => page.getByText(`The font ${fonts} could not be loaded.`).first();
  const retry = () => page.getByRole('button', { name: 'Try again' }).first().click();

  // First the list of fonts, and then the file of a font.
  guard.allow(/net::ERR_FAILED/);
  await page.route('**/assets/other-scripts-*.js', (route) => route.abort(), { times: 1 });
  await page.route('**/assets/changa-arabic-*.woff2', (route) => route.abort(), { times: 1 });
  await words.fill('بنيت قلعة!');
  await expect(fail('for these letters')).toBeVisible();
  await retry();
  await expect(fail('Changa')).toBeVisible();
  await retry();

  await expect(page.getByRole('button', { name: 'Font: Anton. Changa draws these letters' })).toBeVisible();
  await expect(page.getByText(/^1280 × 720 JPEG, \d+ kB$/)).toBeVisible();

  await words.fill('WIN 🏆');
  await page.getByRole('tab', { name: 'One thing needs a look' }).click();
  const checks = page.getByRole('tabpanel', { name: /^Checks/ });
  await expect(checks.getByText('“WIN 🏆” has characters that its font lacks')).toBeVisible();
});
