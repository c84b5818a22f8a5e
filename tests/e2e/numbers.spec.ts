import { addLayer } from './support/page.ts';
import { expect, test } from './support/test.ts';

test('No number of a text or of a shape is cut off on a phone', async ({ page, visit, creator }) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  const expectWhole = async (count: number) => {
    await expect(page.locator('.control-place input')).toHaveCount(count);
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      const findCut = () =>
        page.evaluate<string[]>(`[...document.querySelectorAll('.control-place input')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((field) => field.ariaLabel)`);
      await expect.poll(findCut, `${width} x ${height}`).toEqual([]);
    }
  };
  await page.getByRole('button', { name: 'Add your headline' }).click();
  await expectWhole(4);
  await addLayer(page, 'Add a circle');
  await expectWhole(5);
});
