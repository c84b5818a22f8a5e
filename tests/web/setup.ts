import { afterEach, beforeEach, vi } from 'vitest';

// Hooks run in the reverse order: first the page is removed, and then its stubs.
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Set-up of the files with a DOM. The others only get their stubs removed. */
if (typeof document !== 'undefined') {
  // Node 26 has a `localStorage` of its own, which hides the one of the DOM.
  const { Storage } = await import('happy-dom');
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: new Storage() });
  }
  // happy-dom runs a frame at once, before the timers in which Sonner adds a message, so a dismissal can be lost.
  window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 16));
  window.cancelAnimationFrame = (handle) => clearTimeout(handle);
  // happy-dom does not know popovers, which a browser hides until they are opened.
  document.head.insertAdjacentHTML(
    'beforeend',
    '<style>[popover]:not([data-open]) { display: none }</style>',
  );
  HTMLElement.prototype.showPopover = function showPopover() {
    this.setAttribute('data-open', '');
  };
  // It has no editing commands either. Then the page sets the text itself.
  Object.assign(document, { execCommand: () => false });
  const { cleanup, configure } = await import('@testing-library/react');
  // React's development build captures a stack for each element, up to 10,000 in a second: a third of the time of these tests.
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = {
    ...(await import('react')),
  } as Record<string, unknown>;
  Object.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set() {
      // React counts here.
    },
  });
  const { toast } = await import('sonner');
  const { sessionStore, VISITOR } = await import('../../web/src/session/session-store.ts');
  // On a busy machine everything is slower. A missing element still fails the test.
  configure({ asyncUtilTimeout: 10_000 });
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    sessionStore.set(VISITOR);
  });
  afterEach(() => {
    toast.dismiss(); // Sonner keeps its toasts when the page is removed.
    cleanup();
  });
}
