import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, test as base, vi } from 'vitest';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch, type Browser } from 'puppeteer-core';
import { namePacks } from '#contract/packs.ts';
import { findBrowser } from '../../support/browsers.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { startSite } from '../../support/site-process.ts';
import { createCreator, type Creator } from '../support/creator.ts';
import { connectDevTools } from '../support/dev-tools.ts';
import type { DevTools } from '../support/dev-tools.ts';
import { PLACEHOLDER } from '../support/home-page.ts';
import { TRANSLATE } from '../support/translate.ts';
import { latestCode, newEmail, PASSWORD, signUpUser, WELCOME } from '../support/user-pool.ts';

/** Each Firefox decodes VP9. H.264 needs a library of the system. */
const VIDEO = fileURLToPath(new URL('../../support/videos/eight-seconds.webm', import.meta.url));
const LINK = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const PROMPT = `[placeholder="${PLACEHOLDER}"]`;

const WORDS = `::-p-xpath(//*[@id=//label[normalize-space()="Words"]/@for])`;
const SELECT_WORDS = `document.querySelector('textarea').select()`;
const READ_WORDS = `document.querySelector('textarea')?.value`;
/** The keys of the requests that the site has not sent. */
const UNSENT = `Object.keys(localStorage).filter((key) => key.startsWith('outbox/'))`;

let devTools: DevTools;

beforeAll(async () => {
  // `.ci/run` has started a cloud for all browser tests.
  const url = process.env['E2E_URL'];
  const site = url === undefined ? await startSite() : { url, stop: () => Promise.resolve() };
  devTools = await connectDevTools(site.url);
  return site.stop;
});

/** The journeys run at the same time, so each journey uses the `expect` that Vitest gives to it. */
const test = base.extend<{ firefox: Firefox }>({
  // Each try of a test needs a new browser, and a folder without the download of another try.
  firefox: async ({ task }, use) => {
    const firefox = await launchFirefox();
    await use(firefox);
    if (task.result?.errors !== undefined) process.stderr.write(`${await firefox.describe()}\n`);
    await firefox.close();
  },
});

test('A new creator signs up with the mailed code, generates a thumbnail and downloads it', async ({
  firefox,
  expect,
}) => {
  const email = newEmail();
  const { open, locate, link, button, field, text, type, problems } = await firefox.openPage();
  await open('/');
  await link('Sign Up').click();
  await type(field('Email'), email);
  await type(field('Password'), PASSWORD);
  await type(field('Confirm password'), PASSWORD);
  await button('Sign up').click();
  await type(field('Code'), await latestCode(devTools, email));
  await button('Verify token').click();
  await text(`${WELCOME} credits`).wait();

  await type(locate(PROMPT), 'A castle build at sunset');
  await button('Generate').click();
  await text(`${WELCOME - 1} credits`).wait();
  await button('Download').click();
  // Firefox creates an empty file with the name, and replaces it when the download is complete.
  const readImage = () => readFile(join(firefox.downloads, 'thumbnail.png'), 'latin1').catch(() => '');
  await expect.poll(readImage).toMatch(/^.PNG/);
  expect(await readdir(firefox.downloads)).toEqual(['thumbnail.png']);
  expect(problems).toEqual([]);
});

test('A creator buys a pack, generates in the style of a video and deletes the account', async ({
  firefox,
  expect,
}) => {
  const email = await signUpUser(devTools);
  const { open, locate, link, button, dialogButton, field, text, type, problems } = await firefox.openPage();
  await open('/auth');
  await type(field('Email'), email);
  await type(field('Password'), PASSWORD);
  await button('Sign in').click();
  await text(`${WELCOME} credits`).wait();

  await link('Buy Credits').click();
  await button('Get Starter').click();
  await locate('input[type="checkbox"]').click();
  await button('Pay').click();
  await text(`${WELCOME + 10} credits`).wait();

  await type(locate(PROMPT), LINK);
  await text('Style from this video').wait();
  await button('Generate').click();
  await text('12 credits').wait();

  await open('/account');
  // The list above the button moves it when it loads.
  await text(`API keys come with the ${namePacks(({ apiKeys }) => apiKeys)} pack.`).wait();
  await button('Delete account').click();
  await type(field(`Type ${email} to confirm`), email);
  await type(field('Password'), PASSWORD);
  await dialogButton('Delete account').click();
  await text('Your account has been deleted.').wait();
  expect(problems).toEqual([]);
});

test('Words that are written offline survive a sign-out that asks and a reload, and reach the server with the network', async ({
  firefox,
  expect,
}) => {
  const creator = await createCreator(devTools);
  const [id] = await creator.generate('A castle');
  const { page, open, locate, button, dialogButton, type, signInAs } = await firefox.openPage();
  await signInAs(creator);
  const path = `/thumbnails/${id}`;
  await open(path);
  await button('Add your headline').click();
  await expect.poll(() => page.evaluate(UNSENT)).toEqual([]);

  await page.setOfflineMode(true);
  await page.evaluate(SELECT_WORDS);
  await type(locate(WORDS), 'OFFLINE WORDS');
  await locate('.account-button').click();
  await locate('.account-menu button').click();
  await dialogButton('Stay signed in').click();
  expect(await page.evaluate(READ_WORDS)).toBe('OFFLINE WORDS');
  // Nothing answers, so the reload ends at the error page of Firefox.
  await expect(page.reload()).rejects.toThrow();

  await page.setOfflineMode(false);
  await open(path);
  await expect.poll(() => page.evaluate(READ_WORDS)).toBe('OFFLINE WORDS');
  await expect.poll(() => page.evaluate(UNSENT)).toEqual([]);
  const [thumbnail] = await inspect().thumbnails(creator.userId);
  expect(thumbnail?.design).toContain('OFFLINE WORDS');
});

test('A creator generates, searches the library and exports on a translated page', async ({
  firefox,
  expect,
}) => {
  const creator = await createCreator(devTools);
  const { page, open, locate, button, text, type, signInAs, problems } = await firefox.openPage();
  await signInAs(creator);
  await page.evaluateOnNewDocument(TRANSLATE);
  await open('/');
  await locate('font font').wait();
  await type(locate(PROMPT), 'A castle build at sunset');
  await button('Generate').click();
  await text(`${WELCOME - 1} credits`).wait();

  await open('/thumbnails');
  // Waits for a real card: the places of cards come before the list, and an empty list removes the search field.
  await locate('li.card a.card-image').wait();
  await type(locate('[type="search"]'), 'nothing like it');
  await button('Clear the search').click();
  await locate('li.card .card-image').click();
  await button('Export').click();
  const readFiles = async () =>
    Promise.all((await readdir(firefox.downloads)).map((name) => readFile(join(firefox.downloads, name))));
  await expect.poll(async () => (await readFiles()).map(({ length }) => length > 0)).toEqual([true]);
  expect(problems).toEqual([]);
});

test('A visitor takes a frame of a video', async ({ firefox, expect }) => {
  const { page, open, button, text, problems } = await firefox.openPage();
  await open('/');
  await button('Use your own picture').click();
  const input = await page.waitForSelector('input[aria-label="Your own picture"]');
  await input?.uploadFile(VIDEO);
  await text('· 00:08 · 96 × 54').wait();
  await text('frames that are sharp, bright and different.').wait();

  await page.keyboard.press('Home');
  await text('00:00.000').wait();
  await page.keyboard.press('.');
  await text('00:00.042').wait();
  await page.keyboard.press('ArrowRight');
  await text('00:01.042').wait();
  await button('Use this frame as').click();
  await button('The thumbnail free, no AI').click();
  await text('eight-seconds-00-01.jpg').wait();
  expect(problems).toEqual([]);
});

const inspect = () => inspectCloud({ ...devTools, region: devTools.config.region });

/** Firefox of the system. Playwright drives only a patched build of it; Puppeteer speaks WebDriver BiDi. */
const FIREFOX = findBrowser('firefox');

/** The time limit of a step, in ms. It is generous because a busy machine is slow. */
const LIMIT_MS = 60_000;

interface Firefox {
  /** The folder of the downloads. */
  downloads: string;
  openPage: () => ReturnType<typeof openPage>;
  /** Returns the address and the text of each page, which say where a test has stopped. */
  describe: () => Promise<string>;
  close: () => Promise<void>;
}

/** @throws Error when the system has no Firefox */
async function launchFirefox(): Promise<Firefox> {
  if (!existsSync(FIREFOX)) {
    throw new Error(`${FIREFOX} does not exist. Install Firefox, or set FIREFOX to the path of Firefox.`);
  }
  const downloads = await mkdtemp(join(tmpdir(), 'thumbforge-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    timeout: LIMIT_MS,
    defaultViewport: { width: 1280, height: 800 },
    // The value 2 selects the folder.
    extraPrefsFirefox: { 'browser.download.dir': downloads, 'browser.download.folderList': 2 },
  });
  return {
    downloads,
    openPage: () => openPage(browser),
    async describe() {
      const pages = await browser.pages();
      const texts = pages.map((page) => page.evaluate('`${location.href}\\n${document.body.innerText}`'));
      return (await Promise.all(texts)).join('\n');
    },
    async close() {
      await browser.close();
      await rm(downloads, { recursive: true });
    },
  };
}

/** The part of an input that a test needs: the project of the tests has no types of the DOM. */
interface Input {
  focus: () => void;
  ownerDocument: { execCommand: (command: string, showsUi: boolean, value: string) => void };
}

interface Inputs {
  evaluate: (insert: (element: Input, words: string) => void, words: string) => Promise<unknown>;
}

/** A locator of an input. */
interface Focusable {
  waitHandle: () => Promise<Inputs>;
}

/** Opens a page in a new browser context, and finds its elements by visible text. The locators wait. */
async function openPage(browser: Browser) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  // Firefox applies the content security policy to the function with which Puppeteer waits for an enabled element.
  const locate = (selector: string) => page.locator(selector).setWaitForEnabled(false);
  // XPath, because Firefox takes half a second to search its accessibility tree.
  const find = (path: string) => locate(`::-p-xpath(${path})`);
  const button = (name: string) => `//button[not(@role)][not(@disabled)][normalize-space()="${name}"]`;
  return {
    page,
    locate,
    find,
    /**
     * Opens a page of the site and waits until the app has replaced the prerendered HTML: before that, nothing handles the
     * click on a button.
     */
    open: async (path: string) => {
      await page.goto(`${devTools.url}${path}`);
      const isPrerendered = `document.querySelector('#visitor-home ~ #account-home') !== null`;
      await vi.waitUntil(async () => !(await page.evaluate(isPrerendered)), { timeout: LIMIT_MS });
    },
    /** Stores the session of a creator, which the next page restores. */
    signInAs: async ({ storageState }: Creator) => {
      await page.goto(`${devTools.url}/config.json`);
      const items = storageState.origins.flatMap(({ localStorage }) => localStorage);
      await page.evaluate(
        `for (const { name, value } of ${JSON.stringify(items)}) localStorage.setItem(name, value)`,
      );
    },
    /** Console errors, violations of the content security policy and uncaught errors. */
    problems,
    link: (name: string) => find(`//a[normalize-space()="${name}"]`),
    button: (name: string) => find(button(name)),
    /** A button of the open dialog. */
    dialogButton: (name: string) => find(`//*[self::dialog or @role="dialog"]${button(name)}`),
    /** A text input by its label. */
    field: (label: string) => find(`//input[@id=//label[normalize-space()="${label}"]/@for]`),
    text: (text: string) => locate(`::-p-text(${text})`),
    /**
     * Focuses an input and inserts a text in one call: between two calls, the page may move the focus, e.g. when it removes
     * the result of a payment from its address. A locator makes two calls for each key.
     */
    type: async (input: Focusable, text: string) => {
      const handle: Inputs = await input.waitHandle();
      await handle.evaluate((element, words) => {
        element.focus();
        element.ownerDocument.execCommand('insertText', false, words);
      }, text);
    },
  };
}
