import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser } from 'puppeteer-core';
import { findBrowser } from '../../support/browsers.ts';

/** Firefox of the system. Playwright drives only a patched build of it; Puppeteer speaks WebDriver BiDi. */
const FIREFOX = findBrowser('firefox');

export interface Firefox {
  /** The folder of the downloads. */
  downloads: string;
  openPage: () => ReturnType<typeof openPage>;
  close: () => Promise<void>;
}

/** @throws Error when the system has no Firefox */
export async function launchFirefox(): Promise<Firefox> {
  if (!existsSync(FIREFOX)) {
    throw new Error(`${FIREFOX} does not exist. Install Firefox, or set FIREFOX to the path of Firefox.`);
  }
  const downloads = await mkdtemp(join(tmpdir(), 'thumbforge-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    // The value 2 selects the folder.
    extraPrefsFirefox: { 'browser.download.dir': downloads, 'browser.download.folderList': 2 },
  });
  return {
    downloads,
    openPage: () => openPage(browser),
    async close() {
      await browser.close();
      await rm(downloads, { recursive: true });
    },
  };
}

/** A page in a context of its own, and its elements by visible text. The locators wait. */
async function openPage(browser: Browser) {
  const page = await (await browser.createBrowserContext()).newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  // XPath, because Firefox takes half a second to search its accessibility tree.
  const find = (path: string) => page.locator(`::-p-xpath(${path})`);
  const button = (name: string) => `//button[not(@role)][normalize-space()="${name}"]`;
  return {
    page,
    /** Console errors, violations of the content security policy and uncaught errors. */
    problems,
    link: (name: string) => find(`//a[normalize-space()="${name}"]`),
    button: (name: string) => find(button(name)),
    /** A button of the open dialog. */
    dialogButton: (name: string) => find(`//*[self::dialog or @role="dialog"]${button(name)}`),
    /** A text input by its label. */
    field: (label: string) => find(`//input[@id=//label[normalize-space()="${label}"]/@for]`),
    text: (text: string) => page.locator(`::-p-text(${text})`),
  };
}
