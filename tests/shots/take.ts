import { expect, type Browser } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { homeOf } from '../e2e/support/home.ts';
import { openPage } from '../e2e/support/screens.ts';
import type { Workshop } from '../e2e/support/workshop.ts';
import type { Cast } from './cast.ts';
import type { State } from './state.ts';

/** A phone, a tablet held upright, a laptop. */
const VIEWPORTS = [
  { width: 360, height: 740, isTouched: true },
  { width: 768, height: 1024, isTouched: true },
  { width: 1440, height: 900, isTouched: false },
] as const;

interface Studio {
  browser: Browser;
  workshop: Workshop;
  cast: Cast;
  /** Where the pictures go: a folder for each width. */
  folder: string;
}

/** Brings a page into a state and takes its picture, at every width. */
export async function take(studio: Studio, state: State): Promise<void> {
  for (const viewport of VIEWPORTS) {
    const folder = join(studio.folder, String(viewport.width));
    await mkdir(folder, { recursive: true });
    await takeAt(studio, state, viewport, join(folder, `${state.name}.png`));
  }
}

async function takeAt(
  { browser, workshop, cast }: Studio,
  { name, path, as, act, part }: State,
  { isTouched, ...viewport }: (typeof VIEWPORTS)[number],
  file: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    hasTouch: isTouched,
    isMobile: isTouched,
    baseURL: workshop.url,
    ...(as && { storageState: cast[as].signedIn }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await act({ page, home: homeOf(page), open: () => openPage(page, path) });
    await page.evaluate('document.fonts.ready');
    await expect.poll(() => page.evaluate(AT_REST)).toBe(true);
    await page.screenshot({ path: file, fullPage: part !== 'window' });
  } catch (error) {
    throw new Error(`${name} at ${viewport.width} px`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Whatever moves once has come to rest: a picture that fades in, a dialog that rises. The rest is caught in motion. */
const AT_REST = `document.getAnimations().every(({ effect, playState }) =>
  playState === 'finished' || effect?.getComputedTiming().iterations === Infinity)`;
