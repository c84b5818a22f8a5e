import { randomUUID } from 'node:crypto';
import { createCreator } from './support/creator.ts';
import { horizontalScroll } from './support/page.ts';
import { expect, test } from './support/test.ts';

test('An email address of 60 characters and a prompt of 2,000 without a blank widen no page', async ({
  page,
  visit,
  devTools,
}) => {
  const creator = await createCreator(devTools, `${randomUUID()}${'x'.repeat(12)}@example.com`);
  await creator.generate('x'.repeat(2_000));
  for (const path of ['/', '/account', '/thumbnails', '/buy-credits']) {
    await visit(path, creator);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/account') await page.getByRole('button', { name: 'Delete account' }).click();
    for (const width of [320, 640, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      // Chromium resizes a container a frame after its window.
      await expect.poll(() => horizontalScroll(page), `${path} at ${width} px`).toBe(0);
    }
  }
});

test('With letters of twice the size the header does not overlap itself', async ({
  page,
  visit,
  collector,
}) => {
  for (const path of ['/account', '/thumbnails', '/buy-credits']) {
    await visit(path, collector);
    await expect(page.getByRole('banner').getByText('2', { exact: true })).toBeVisible();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    for (const width of [360, 640, 768, 1_024, 1_280, 1_440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => horizontalScroll(page), `${path} at ${width} px`).toBe(0);
      const findOverlaps = () =>
        page.evaluate<string[]>(`(() => {
        const items = [...document.querySelectorAll('.header .wrap :is(a, button, .credit-balance)')]
          .filter((item) => item.checkVisibility() && !item.closest('[popover]'))
          .map((item) => [item.textContent, item.getBoundingClientRect()]);
        return items.flatMap(([name, a], index) => items.slice(index + 1)
          .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
          .map(([other]) => name + ' / ' + other));
      })()`);
      await expect.poll(findOverlaps, `${path} at ${width} px`).toEqual([]);
    }
  }
});
