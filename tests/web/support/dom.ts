import './react-timers.ts';
import { configure, getConfig } from '@testing-library/react';
import { Storage } from 'happy-dom';
import * as React from 'react';
// Sonner adds its styles to the page when it is imported.
import 'sonner';

// Prepares the page of a worker once. Its files share the page, so styles that each file adds would slow down the later ones.

// Node 26 has a global `localStorage`, which hides the `localStorage` of jsdom.
for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: new Storage() });
}

// happy-dom runs a frame at once, before the timers in which Sonner adds a message, so a dismissal can be lost. No test
// needs the 16 ms of a real frame.
window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 1));
window.cancelAnimationFrame = (handle) => clearTimeout(handle);

// A query by role computes the style of many elements. happy-dom then compares each of them, and its ancestors, with each rule.
// Sonner's 130 rules hide nothing that a test looks for.
for (const style of document.head.querySelectorAll('style')) style.remove();
// happy-dom does not know popovers, which a browser hides until they are opened.
document.head.insertAdjacentHTML('beforeend', '<style>[popover]:not([data-open]) { display: none }</style>');
HTMLElement.prototype.showPopover = function showPopover() {
  this.setAttribute('data-open', '');
};

HTMLElement.prototype.hidePopover = function hidePopover() {
  this.removeAttribute('data-open');
};

// A query by role asks for the style of many elements, and happy-dom computes it from all ancestors after each change of the page. Here
// it depends only on the kind of the element: its tag, its own style, and the rule above. Nothing is hidden by `visibility`.
const computeStyle = window.getComputedStyle.bind(window);
const styles = new Map<string, object>();
Object.assign(window, {
  getComputedStyle(element: Element) {
    const isClosed = element.matches('[popover]:not([data-open])');
    const kind = [element.tagName, element.getAttribute('style'), isClosed].join(' ');
    const known = styles.get(kind);
    if (known) return known;
    const { display, visibility } = computeStyle(element);
    const values: Record<string, string> = { display, visibility };
    const style = { ...values, getPropertyValue: (name: string) => values[name] ?? '' };
    if (element.isConnected) styles.set(kind, style);
    return style;
  },
});

// It has no editing commands either. Then the page sets the text itself.
Object.assign(document, { execCommand: () => false });

// React's development build captures a stack for each element, up to 10,000 in a second: a third of the time of these tests.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = {
  ...React,
} as Record<string, unknown>;
Object.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set() {
    // React counts here.
  },
});

// On a busy machine everything is slower. A missing element still fails the test.
configure({ asyncUtilTimeout: 10_000 });

// An error of a query contains the whole page as text. The tries of `waitFor` do not need it: `waitFor` adds it to its last error.
const { getElementError } = getConfig();
configure({
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isTry } = { ...getConfig() } as Record<string, unknown>;
    if (isTry !== true) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});
