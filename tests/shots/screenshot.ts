import { expect, type Browser, type Page } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { homePage, type HomePage } from '../e2e/support/home-page.ts';
import { openPage } from '../e2e/support/page.ts';
import type { Users } from './users.ts';

interface Scene {
  page: Page;
  home: HomePage;
  /** Opens the page of the state. */
  open: () => Promise<unknown>;
}

/** A designed state of a page. */
export interface State {
  name: string;
  path: string;
  /** The signed-in user. @default a visitor */
  as?: keyof Users;
  /** Brings the page into the state. @default opens it */
  act?: (scene: Scene) => Promise<unknown>;
  /** What the screenshot shows. A dialog or a toast belongs to the window. @default the whole page */
  part?: 'window';
}

/** A phone, a tablet in portrait mode, a laptop. */
const VIEWPORTS = [
  { width: 360, height: 740, hasTouch: true },
  { width: 768, height: 1024, hasTouch: true },
  { width: 1440, height: 900, hasTouch: false },
] as const;

interface Session {
  browser: Browser;
  url: string;
  users: Users;
  /** The folder with a subfolder for each width. */
  folder: string;
}

/** Saves a screenshot of a state at every width. */
export async function takeScreenshots(session: Session, state: State): Promise<void> {
  for (const viewport of VIEWPORTS) {
    const folder = join(session.folder, String(viewport.width));
    await mkdir(folder, { recursive: true });
    await takeScreenshot(session, state, viewport, join(folder, `${state.name}.png`));
  }
}

async function takeScreenshot(
  { browser, url, users }: Session,
  { name, path, as, act = ({ open }) => open(), part }: State,
  { hasTouch, ...viewport }: (typeof VIEWPORTS)[number],
  file: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    hasTouch,
    isMobile: hasTouch,
    baseURL: url,
    ...(as && { storageState: users[as].storageState }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await act({ page, home: homePage(page), open: () => openPage(page, path) });
    await page.evaluate('document.fonts.ready');
    await expect.poll(() => page.evaluate(IMAGES_LOADED)).toBe(true);
    await expect.poll(() => page.evaluate(TRANSITIONS_FINISHED)).toBe(true);
    await page.screenshot({ path: file, fullPage: part !== 'window' });
  } catch (error) {
    throw new Error(`${name} at ${viewport.width} px`, { cause: error });
  } finally {
    await context.close();
  }
}

const IMAGES_LOADED = `[...document.images].every(({ complete }) => complete)`;

/** A spinner repeats forever and is photographed in motion. */
const TRANSITIONS_FINISHED = `document.getAnimations().every(({ effect, playState }) =>
  playState === 'finished' || effect?.getComputedTiming().iterations === Infinity)`;
