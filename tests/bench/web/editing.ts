import { chromium, type Page } from '@playwright/test';
import { createCreator } from '../../e2e/support/creator.ts';
import { connectDevTools } from '../../e2e/support/dev-tools.ts';
import { findBrowser } from '../../support/browsers.ts';
import { median } from '../report.ts';
import { listFrames, measureFloors, trace } from './trace.ts';

/** CPU time of the page's main thread for a frame of painting, or from a key to the frame that shows its letter. */
interface Work {
  measure: 'painting' | 'typing';
  /** The median, in ms. */
  ms: number;
  /** The median and the slowest frame, as multiples of the floor. */
  ratio: number;
  slowest: number;
  /** The budget of `ratio`. */
  limit: number;
}

/** Budgets of the medians, as multiples of the floor: what they were when the budgets were set, and a quarter to a half more. */
const MAX_PAINTING = 0.45;
const MAX_TYPING = 1.35;
const STROKES = 5;
const MOVES = 40;
const WORDS = 'WE MADE IT IN ONE DAY';
/** A slow typist: the previews follow after 400 ms, and must not be in the way of the next key. */
const KEY_PAUSE_MS = 450;

/**
 * Paints a mask and types a headline on the finish page. The trace counts the CPU time of the main thread, not the time on the
 * clock, because the machine is shared, and the same page runs a fixed loop as the floor, because machines differ in speed.
 */
export async function measureEditing(url: string): Promise<Work[]> {
  const creator = await createCreator(await connectDevTools(url));
  const [id] = await creator.generate('A castle on a hill');
  const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] });
  try {
    const viewport = { width: 1_366, height: 657 };
    const { storageState } = creator;
    const page = await browser.newPage({ viewport, storageState, baseURL: url });
    const session = await page.context().newCDPSession(page);
    await page.goto(`/thumbnails/${id}?tab=image`);
    await page.getByRole('group', { name: 'Image tools' }).getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('img', { name: 'The painted area' }).waitFor();
    const floors = await measureFloors(page, session);
    const painting = await trace(session, () => paint(page));
    floors.push(...(await measureFloors(page, session)));
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByRole('button', { name: 'Add your headline' }).click();
    await page.getByRole('textbox', { name: 'Words' }).fill('');
    const typing = await trace(session, () => page.keyboard.type(WORDS, { delay: KEY_PAUSE_MS }));
    floors.push(...(await measureFloors(page, session)));
    const floor = median(floors);
    const summarize = (frames: number[]) => ({
      ms: median(frames),
      ratio: median(frames) / floor,
      slowest: Math.max(...frames) / floor,
    });
    return [
      { measure: 'painting', ...summarize(listFrames(painting)), limit: MAX_PAINTING },
      { measure: 'typing', ...summarize(listFrames(typing, 'keydown')), limit: MAX_TYPING },
    ];
  } finally {
    await browser.close();
  }
}

async function paint(page: Page): Promise<void> {
  const { x, y, width, height } = (await page
    .getByRole('img', { name: 'The painted area' })
    .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let stroke = 1; stroke <= STROKES; stroke += 1) {
    const row = y + (height * stroke) / (STROKES + 1);
    await page.mouse.move(x + width * 0.1, row);
    await page.mouse.down();
    for (let move = 1; move <= MOVES; move += 1) {
      await page.mouse.move(x + width * (0.1 + (0.8 * move) / MOVES), row + 20 * Math.sin(move));
    }
    await page.mouse.up();
  }
}
