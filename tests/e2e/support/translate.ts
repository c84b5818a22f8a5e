import type { BrowserContext } from '@playwright/test';

/**
 * Replaces each text as the translation of Chrome does: by a copy of the text in two `<font>` elements. The text itself
 * leaves the document, so React's changes of this text are not visible any more. The words stay the same for the assertions.
 * Chrome translates a page that has loaded, so the script waits until React has hydrated each control:
 * the parts of a page whose code loads lazily are hydrated later than the rest.
 */
export const TRANSLATE = `{
  const UNTOUCHED = 'font, script, style, template, textarea, svg, [translate="no"]';
  const replace = (text) => {
    if (!text.isConnected || text.data.trim() === '' || text.parentElement.closest(UNTOUCHED)) return;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = text.data;
    text.replaceWith(outer);
  };
  const replaceAll = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    if (root.nodeType === Node.TEXT_NODE) texts.push(root);
    texts.forEach(replace);
  };
  const start = () => {
    replaceAll(document.body);
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records) {
        if (type === 'characterData') replace(target);
        else addedNodes.forEach(replaceAll);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  const isHydrated = () => {
    const controls = [...document.querySelectorAll('body :is(a, button)')];
    const isReacts = (control) => Object.keys(control).some((key) => key.startsWith('__reactFiber'));
    return controls.length > 0 && controls.every(isReacts);
  };
  const wait = () => requestAnimationFrame(() => (isHydrated() ? requestAnimationFrame(start) : wait()));
  wait();
}`;

/** Translates the pages of a context. */
export const translatePages = (context: BrowserContext) => context.addInitScript(TRANSLATE);
