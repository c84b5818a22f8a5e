import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Lists the controls that look the same with and without their state, e.g. pressed. The icon of a password's button, and a class
 * of Amplify, show their states. A transition would begin with the other look.
 */
const UNDRAWN_STATES = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('* { transition: none !important }');
  document.adoptedStyleSheets.push(still);
  const readStyle = (part) => {
    const style = getComputedStyle(part);
    return [...style].map((name) => style.getPropertyValue(name)).join();
  };
  const look = (control) => [control, ...control.querySelectorAll('*')].map(readStyle).join();
  const undrawn = ['aria-pressed', 'aria-checked', 'aria-selected'].flatMap((state) =>
    [...document.querySelectorAll('[' + state + ']')].filter((control) => {
      const value = control.getAttribute(state);
      const before = look(control);
      control.setAttribute(state, value !== 'true');
      const isDrawn = look(control) !== before;
      control.setAttribute(state, value);
      return !isDrawn && control.closest('.password-box, .amplify-button, .amplify-tabs') === null;
    }),
  );
  document.adoptedStyleSheets.pop();
  return undrawn.map((control) => control.outerHTML);
})()`;

/** Expects that each control shows its state, e.g. pressed, also to those who see it. */
export const expectDrawnStates = async (page: Page): Promise<void> =>
  expect(await page.evaluate<string[]>(UNDRAWN_STATES)).toEqual([]);
