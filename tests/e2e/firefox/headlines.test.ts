import { test } from 'vitest';
import { launch } from 'puppeteer-core';
import { findBrowser } from '../../support/browsers.ts';
import { findDifferences, serveHeadlines } from '../headlines/headline-page.ts';

/** Chromium has drawn the golden renderings. Firefox smooths the edges of letters differently, most of all of small ones. */
const BOUND = 0.12;

test('Headlines of 16 languages look in Firefox as in Chromium', async ({ expect }) => {
  const site = await serveHeadlines();
  const browser = await launch({
    browser: 'firefox',
    executablePath: findBrowser('firefox'),
    headless: true,
  });
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    expect(await findDifferences((script) => page.evaluate(script), BOUND)).toEqual([]);
  } finally {
    await browser.close();
    await site.stop();
  }
});
