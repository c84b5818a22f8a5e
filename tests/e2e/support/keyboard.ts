import { expect, type Page } from '@playwright/test';

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
