import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { createCreator, type Creator } from '../../e2e/support/creator.ts';
import { connectDevTools } from '../../e2e/support/dev-tools.ts';
import { findBrowser } from '../../support/browsers.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { median } from '../report.ts';
import { listTasks, measureFloors, trace } from './trace.ts';

/** The time that a creator waits for, and the longest task that keeps a key waiting meanwhile. */
export interface PhotoWork {
  /** The time on the clock from the choice of the file to its part, in ms, and as a multiple of the floor. */
  opening: { ms: number; ratio: number };
  /** The CPU time of the longest task of the page's main thread in ms, and as a multiple of the floor. */
  longest: { ms: number; ratio: number };
}

/** Budgets of the medians: what they were when the budgets were set, and a quarter to a half more. */
export const MAX_OPENING = 6.5;
export const MAX_LONGEST = 2.25;
const ROUNDS = 3;

/** Makes a photo of 50 megapixels. Text, because the benchmarks are type-checked without the DOM. */
const MAKE_PHOTO = `(async () => {
  const canvas = new OffscreenCanvas(8160, 6120);
  const context = canvas.getContext('2d');
  for (let index = 0; index < 20_000; index += 1) {
    context.fillStyle = 'hsl(' + (index * 37) % 360 + ' 70% ' + index % 100 + '%)';
    context.fillRect((index * 7_919) % 8_160, (index * 104_729) % 6_120, 20 + index % 180, 20 + index % 120);
  }
  globalThis.photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  const bytes = new Uint8Array(await globalThis.photo.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += 30_000) text += String.fromCharCode(...bytes.subarray(start, start + 30_000));
  return btoa(text);
})()`;

/** Decodes and shrinks the photo, which is the least that a page has to do, and returns the time in ms. The read of a pixel ends the work. */
const DECODE = `(async () => {
  const start = performance.now();
  const context = new OffscreenCanvas(1920, 1440).getContext('2d');
  context.drawImage(await createImageBitmap(globalThis.photo), 0, 0, 1920, 1440);
  context.getImageData(0, 0, 1, 1);
  return performance.now() - start;
})()`;

/** Opens a photo of 50 megapixels on the home page, and compares the time with the decoding and shrinking of the photo alone in the same round. */
export async function measurePhoto(url: string): Promise<PhotoWork> {
  const creator = await createCreator(await connectDevTools(url));
  // The trace of a browser must have one page.
  const [browser, other] = await Promise.all([launch(), launch()]);
  try {
    const decoder = await other.newPage();
    const photo = Buffer.from(await decoder.evaluate<string>(MAKE_PHOTO), 'base64');
    const rounds = await withTempFolder('photo', async (folder) => {
      const file = join(folder, 'photo.jpg');
      await writeFile(file, photo);
      const measured = [];
      while (measured.length < ROUNDS) {
        const floor = await decoder.evaluate<number>(DECODE);
        measured.push({ floor, ...(await openPhoto(browser, url, creator, file)) });
      }
      return measured;
    });
    const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
    return {
      opening: { ms: of(({ ms }) => ms), ratio: of(({ ms, floor }) => ms / floor) },
      longest: { ms: of(({ task }) => task), ratio: of(({ task, loop }) => task / loop) },
    };
  } finally {
    await Promise.all([browser.close(), other.close()]);
  }
}

const launch = () => chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] });

/** Opens the photo on a new page. */
async function openPhoto(browser: Browser, url: string, creator: Creator, file: string) {
  const { storageState } = creator;
  const page = await browser.newPage({ storageState, viewport: { width: 1_366, height: 657 } });
  const session = await page.context().newCDPSession(page);
  await page.goto(url);
  // The prerendered page has no balance.
  await page
    .getByText(/^\d+ credits?$/)
    .first()
    .waitFor();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Use your own picture' }).click();
  const chooser = await choosing;
  let ms = 0;
  const events = await trace(session, async () => {
    const start = performance.now();
    await chooser.setFiles(file);
    await page.getByText(/^\d+ × \d+ is stored\.$/).waitFor();
    ms = performance.now() - start;
  });
  const loop = median(await measureFloors(page, session));
  await page.close();
  const task = Math.max(...listTasks(events).map(({ tdur }) => tdur)) / 1_000;
  return { ms, task, loop };
}
