import type { BrowserContext } from '@playwright/test';

/**
 * Replaces each text as the translation of Chrome does: by a copy of the text in two `<font>` elements. The text itself
 * leaves the document, so React's changes of this text are not visible any more. The words stay the same for the assertions.
 * Chrome translates a page that has loaded, so the script waits until React has hydrated each control and committed it:
 * the parts of a page whose code loads lazily are hydrated later than the rest, and React begins a hydration again that an update interrupts.
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
  const listCommitted = (fiber) =>
    fiber ? [fiber.stateNode, ...listCommitted(fiber.child), ...listCommitted(fiber.sibling)] : [];
  const isHydrated = () => {
    const committed = new Set(
      [...document.body.children].flatMap((container) => {
        const key = Object.keys(container).find((each) => each.startsWith('__reactContainer'));
        return key ? listCommitted(container[key].stateNode.current) : [];
      }),
    );
    const controls = [...document.querySelectorAll('body :is(a, button)')];
    return controls.length > 0 && controls.every((control) => committed.has(control));
  };
  const wait = () => requestAnimationFrame(() => (isHydrated() ? requestAnimationFrame(start) : wait()));
  wait();
}`;

/** Translates the pages of a context. */
export const translatePages = (context: BrowserContext) => context.addInitScript(TRANSLATE);
