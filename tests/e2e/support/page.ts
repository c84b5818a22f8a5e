import { expect } from '@playwright/test';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Creator } from './creator.ts';

let signIns = 0;

/**
 * Stores the session of a creator when the tab opens the site next. `context.setStorageState` would open and close
 * another tab.
 */
export async function signInAs(page: Page, { storageState }: Creator): Promise<void> {
  const origins = storageState.origins.map(({ origin, localStorage }) => [origin, localStorage]);
  signIns += 1;
  await page.addInitScript(`{
    const items = Object.fromEntries(${JSON.stringify(origins)})[location.origin];
    if (items && Number(sessionStorage.getItem('signIn')) < ${signIns}) {
      sessionStorage.setItem('signIn', '${signIns}');
      for (const { name, value } of items) localStorage.setItem(name, value);
    }
  }`);
}

/**
 * Opens a page and waits until the app has replaced the prerendered HTML: before that, nothing handles the click on a
 * button. Links and text inputs work from the start.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForApp(page);
}

export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await waitForApp(page);
}

const waitForApp = (page: Page) => expect(page.locator('#visitor-home ~ #account-home')).toHaveCount(0);

/** The short messages on top of the page. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

/**
 * Keeps the short messages on top of the page, so that a slow test does not miss one: Sonner stops their time while the
 * document is hidden. Nothing else of the site reads this property.
 */
export const keepMessages = (context: BrowserContext) =>
  context.addInitScript(`Object.defineProperty(document, 'hidden', { value: true })`);

/** Expects that the page does not scroll sideways. Chromium resizes a container a frame after its window. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const scroll = () =>
    page.evaluate<number>(`new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      .then(() => (scrollTo(1_000, scrollY), scrollX))`);
  await expect.poll(scroll, `sideways scroll ${where}`).toBe(0);
}

/** A value of the browser's local storage, parsed. */
export function readStored<T = unknown>(page: Page, key: string): Promise<T> {
  return page.evaluate<T>(`JSON.parse(localStorage.getItem('${key}'))`);
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Expects no violation of any axe rule, best practices included. @param except rules that cannot be judged */
export async function expectAccessible(page: Page, except: string[] = []): Promise<void> {
  // Axe has half a MB. Most pages are checked twice, and the package for Playwright would load axe for each check two times.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  const options = {
    resultTypes: ['violations'], // Describes no element that passes, which takes a third of the time.
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  };
  const found = await page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
  expect(found).toEqual([]);
}

/** The accessible name of an element, as far as these tests need it. */
const NAME_OF = `((element) => {
  const image = element.querySelector('img');
  return (element.ariaLabel ?? element.labels?.[0]?.textContent ?? image?.alt ?? element.textContent).trim();
})`;

const focusedName = (page: Page) => page.evaluate<string>(`${NAME_OF}(document.activeElement)`);

const hasControl = (page: Page, name: string) =>
  page.evaluate<boolean>(`[...document.querySelectorAll('a[href], button, input, textarea, select, [tabindex]')]
    .some((element) => element.checkVisibility() && ${NAME_OF}(element) === ${JSON.stringify(name)})`);

/** Presses a key until the focus is on the element with this name. @returns the names on the way */
export async function tabTo(
  page: Page,
  name: string,
  { key = 'Tab', limit = 30 }: { key?: 'Tab' | 'Shift+Tab'; limit?: number } = {},
): Promise<string[]> {
  // A page may show its controls after its heading.
  await expect.poll(() => hasControl(page, name), `a control named ${name}`).toBe(true);
  const names: string[] = [];
  while (names.at(-1) !== name) {
    if (names.length === limit) throw new Error(`${key} did not reach ${name}: ${names.join(', ')}`);
    await page.keyboard.press(key);
    names.push(await focusedName(page));
  }
  return names;
}

/** Opens the menu of new layers, and presses one of its buttons. */
export async function addLayer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Opens the settings of a layer that are closed in a low window. */
export async function openMoreSettings(page: Page): Promise<void> {
  const more = page.locator('.control-more');
  if ((await more.getAttribute('open')) === null) await more.locator('summary').click();
}
