import { expect, test } from './support/test.ts';

test.use({ translates: false });

const EDITED = { prompt: '', model: 'edited-photo', mark: 'composite', isFinished: true, favorite: 'winner' };
const NAME = 'Day 1 of the long build with my brother and his dog';

/** The height of the lines that are cut off. */
const HIDDEN = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.card-facts'))`;

test('A card on a phone says the whole origin of an edited photo below a long name', async ({
  page,
  visit,
  creator,
}) => {
  await creator.generate('A castle');
  await page.route('**/api/thumbnails?**', async (route) => {
    const response = await route.fetch();
    const { thumbnails, ...rest } = (await response.json()) as { thumbnails: object[] };
    const edited = thumbnails.map((thumbnail) => ({ ...thumbnail, ...EDITED, name: NAME }));
    await route.fulfill({ response, json: { ...rest, thumbnails: edited } });
  });
  const facts = page.getByText(/Camera, edited with AI$/);
  for (const width of [360, 390, 640]) {
    await page.setViewportSize({ width, height: 700 });
    await visit('/thumbnails', creator);
    await expect(facts).toBeVisible();
    expect(await page.evaluate(HIDDEN), `${width} px`).toBe(0);
  }
});
