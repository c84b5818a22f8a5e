import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

// The positions of the handles are measured, so the page is not translated meanwhile.
test.use({ translates: false });

interface Place {
  name: string;
  /** The center of the handle, and the middle between the center and the side of the handle that is towards the layer. */
  center: { x: number; y: number };
  inner: { x: number; y: number };
}

/** The handles of the selected layer, on the page. Chromium places them in the frame after the change of their styles. */
const listHandles = (page: Page) =>
  page.evaluate<Place[]>(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const box = (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2, width, height };
    };
    const layer = box(document.querySelector('.layer-frame[aria-pressed=true]'));
    return [...document.querySelectorAll('.handle')].map((element) => {
      const { x, y, width, height } = box(element);
      const towards = (from, to, size) => from + Math.sign(Math.round(to - from)) * size / 4;
      return {
        name: element.className,
        center: { x, y },
        inner: { x: towards(x, layer.x, width), y: towards(y, layer.y, height) },
      };
    });
  })()`);

const place = (page: Page) =>
  page.evaluate<Record<string, string>>(
    `(({ left, top, width, rotate }) => ({ left, top, width, rotate }))(document.querySelector('.layer-frame[aria-pressed=true]').style)`,
  );

/** Drags the inner part of a handle away from the layer. */
async function drag(page: Page, { center, inner }: Place): Promise<void> {
  await page.mouse.move(inner.x, inner.y);
  await page.mouse.down();
  await page.mouse.move(inner.x + 3 * (center.x - inner.x) + 5, inner.y + 3 * (center.y - inner.y) + 5);
  await page.mouse.move(inner.x + 8 * (center.x - inner.x) + 12, inner.y + 8 * (center.y - inner.y) + 9);
  await page.mouse.up();
}

test('The inner part of each handle resizes or turns the layer, also for a layer that hangs out of the frame', async ({
  page,
  visit,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Text on the left' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  const expectChanges = async (names: readonly string[]) => {
    // The words fit their box when their font has loaded.
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const start = await place(page);
    const handles = await listHandles(page);
    for (const name of names) {
      const handle = handles.find((each) => each.name.endsWith(name));
      if (!handle) throw new Error(`No handle ${name}`);
      await drag(page, handle);
      const property = name === 'handle-rotate' ? 'rotate' : 'width';
      await expect.poll(async () => (await place(page))[property], name).not.toBe(start[property]);
      await undo.click();
      await expect.poll(() => listHandles(page), name).toEqual(handles);
    }
  };
  await expect(page.locator('.handle')).toHaveCount(7);
  await expectChanges(['-1-1', '1-1', '11', '-11', '-10', '10', 'rotate'].map((name) => `handle-${name}`));

  await page.getByRole('spinbutton', { name: 'X of the middle, from the left' }).fill('120');
  await expect.poll(async () => (await place(page))['left']).toBe('9.375%');
  await expectChanges(['-1-1', '-11', '-10'].map((name) => `handle-${name}`));
});
