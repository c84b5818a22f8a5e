import { chromium, type Browser } from '@playwright/test';
import type { ListThumbnailsResponse } from '#contract/endpoints/schemas.ts';
import { createCreator, type Creator } from '../../e2e/support/creator.ts';
import { connectDevTools } from '../../e2e/support/dev-tools.ts';
import { findBrowser } from '../../support/browsers.ts';
import { median } from '../report.ts';

const SHORT = 100;
const LONG = 2_000;
/** Each image that is not loaded yet is checked in each frame. */
export const MAX_RATIO = 5;
const ROUNDS = 3;
const FRAMES = 80;

/** Scrolls 60 px in each frame. Text, because the benchmarks are type-checked without the DOM. */
const SCROLL = `new Promise((resolve) => {
  let frames = 0;
  const step = () => {
    scrollBy(0, 60);
    frames += 1;
    if (frames === ${FRAMES}) resolve();
    else requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/**
 * Compares the CPU time of the page's main thread per frame while a library of 2,000 thumbnails scrolls with a library of 100.
 * The time of other programs does not count.
 */
export async function measureScroll(url: string): Promise<{ short: number; long: number; ratio: number }> {
  const creator = await createCreator(await connectDevTools(url));
  await creator.generate('A castle on a cliff above the sea');
  const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] });
  try {
    const times: { short: number; long: number }[] = [];
    while (times.length < ROUNDS) {
      times.push({
        short: await measureFrame(browser, url, creator, SHORT),
        long: await measureFrame(browser, url, creator, LONG),
      });
    }
    const [short, long] = [median(times.map((each) => each.short)), median(times.map((each) => each.long))];
    return { short, long, ratio: long / short };
  } finally {
    await browser.close();
  }
}

/** @returns ms of CPU time for each frame of a library that has this many copies of the creator's thumbnail. */
async function measureFrame(browser: Browser, url: string, creator: Creator, count: number): Promise<number> {
  const page = await browser.newPage({
    storageState: creator.storageState,
    viewport: { width: 1_280, height: 800 },
  });
  await page.route(/\/api\/thumbnails\?/, async (route) => {
    const response = await route.fetch();
    const { thumbnails } = (await response.json()) as ListThumbnailsResponse;
    const copies = Array.from({ length: count }, (_, index) =>
      thumbnails.map((thumbnail) => ({ ...thumbnail, id: `${thumbnail.id}-${index}` })),
    );
    await route.fulfill({ response, json: { thumbnails: copies.flat() } });
  });
  await page.goto(`${url}/thumbnails`);
  await page.getByText(`${count} thumbnail${count === 1 ? '' : 's'}`, { exact: true }).waitFor();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readTasks = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  await page.evaluate(SCROLL); // The first time, the images of the cards are decoded.
  await page.evaluate('scrollTo(0, 0)');
  const before = await readTasks();
  await page.evaluate(SCROLL);
  const after = await readTasks();
  await page.close();
  return ((after - before) * 1_000) / FRAMES;
}
