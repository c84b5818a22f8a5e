import type { Page } from '@playwright/test';

/** Counts what a creator does on this page: presses of a pointer, and fields that receive text. */
export async function countActions(page: Page) {
  await page.evaluate(`
    window.presses = [];
    window.texts = new Set();
    addEventListener('pointerdown', ({ target }) => window.presses.push(target.textContent), true);
    addEventListener('input', ({ target }) => window.texts.add(target.name || target.id), true);
  `);
  return () =>
    page.evaluate<{ presses: number; texts: number }>(
      '({ presses: window.presses.length, texts: window.texts.size })',
    );
}
