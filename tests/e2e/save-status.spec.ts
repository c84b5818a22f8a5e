import { addLayer } from './support/page.ts';
import { expect, test } from './support/test.ts';

test.use({ hasTouch: true, isMobile: true });

test('The state of saving is whole on a phone: Saved, and Offline, kept without a connection', async ({
  page,
  context,
  visit,
  creator,
  guard,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await addLayer(page, 'Add text');
  // The button that exports a finished design is the widest.
  await page.getByRole('textbox', { name: 'Words' }).fill('ONLINE');
  const status = page.locator('.save-status');
  const countLines = () =>
    page.evaluate<number>(`(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.save-status > span'));
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    })()`);
  const expectWhole = async (text: string, lines: number) => {
    await expect(status).toHaveText(text);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.save-status'))`;
      await expect.poll(() => page.evaluate<number>(hidden), `at ${width} px`).toBe(0);
      expect(await countLines(), `lines at ${width} px`).toBeLessThanOrEqual(lines);
    }
  };
  await expectWhole('Saved', 1);

  guard.allow(/net::ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.getByRole('textbox', { name: 'Words' }).fill('OFFLINE');
  await expectWhole('Offline, kept on this device', 2);
  await context.setOffline(false);
  await expect(status).toHaveText('Saved');
});
