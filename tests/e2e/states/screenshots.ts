import { expect } from '@playwright/test';
import { join } from 'node:path';
import { STATES } from './states.ts';
import { testState } from './test-state.ts';

/**
 * `npm run shots` saves screenshots of every designed state at five widths in shots/. `npm run shots -- -g home-` saves
 * the screenshots whose names contain this word.
 */
const FOLDER = join(import.meta.dirname, '../../../shots');

/** A phone, a tablet in both orientations, a laptop, a large screen. */
const VIEWPORTS = [
  { width: 360, height: 740, hasTouch: true },
  { width: 768, height: 1024, hasTouch: true },
  { width: 1024, height: 768, hasTouch: true },
  { width: 1440, height: 900, hasTouch: false },
  { width: 1920, height: 1080, hasTouch: false },
] as const;

for (const { hasTouch, ...viewport } of VIEWPORTS) {
  testState.describe(`${viewport.width} px`, () => {
    testState.use({ viewport, hasTouch, isMobile: hasTouch, translates: false });

    for (const state of STATES) {
      testState(state.name, async ({ page, openState }) => {
        await openState(state);
        await page.evaluate('document.fonts.ready');
        await expect.poll(() => page.evaluate(IMAGES_LOADED)).toBe(true);
        await page.evaluate(IMAGES_DECODED);
        await expect.poll(() => page.evaluate(TRANSITIONS_FINISHED)).toBe(true);
        const part = state.part ?? ((await page.locator(COVER).count()) > 0 ? 'window' : 'page');
        // A header that sticks to the window would cover the middle of the page.
        if (part === 'page') await page.evaluate('scrollTo(0, 0)');
        expect(await page.evaluate(OVERFLOW), 'pixels beyond the window').toBeLessThanOrEqual(0);
        const path = join(FOLDER, String(viewport.width), `${state.name}.png`);
        await page.screenshot({ path, fullPage: part === 'page' });
      });
    }
  });
}

const IMAGES_LOADED = `[...document.images].every(({ complete }) => complete)`;

/** A loaded image with `decoding="async"` may be painted later. */
const IMAGES_DECODED = `Promise.all([...document.images].map((image) => image.decode().catch(() => {})))`;

const OVERFLOW = `document.documentElement.scrollWidth - innerWidth`;

/** Selects a dialog, a menu or a short message that covers the page. */
const COVER = ':is(dialog[open], [role=dialog], :popover-open, [data-sonner-toast]):visible';

/** A spinner repeats forever and is photographed in motion. */
const TRANSITIONS_FINISHED = `document.getAnimations().every(({ effect, playState }) =>
  playState === 'finished' || effect?.getComputedTiming().iterations === Infinity)`;
