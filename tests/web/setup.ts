import { afterAll, afterEach, beforeEach, vi } from 'vitest';

const { setTimeout: timer } = globalThis;

// Hooks run in the reverse order: first the page is removed, and then its stubs.
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // A mock of a fake timer, which is restored after the clock, brings the fake timer back.
  if (globalThis.setTimeout !== timer)
    throw new Error('The test leaves a fake clock, so the next test would wait for ever.');
});

// An import that is not finished at the end of a file fails, and then also in all later files of the worker.
afterAll(() => vi.dynamicImportSettled());

/** Set-up of the files with a DOM. The others only get their stubs removed. */
if (typeof document !== 'undefined') {
  await import('./support/dom.ts');
  const { body } = document;
  const { cleanup } = await import('@testing-library/react');
  const { toast } = await import('sonner');
  const { outbox } = await import('../../web/src/outbox/outbox.ts');
  const { sessionStore, VISITOR } = await import('../../web/src/session/session-store.ts');
  const { clearUserStores } = await import('../../web/src/session/user-store.ts');
  beforeEach(() => {
    toast.dismiss(); // A message can also come after the end of its test.
    localStorage.clear();
    sessionStorage.clear();
    sessionStore.set(VISITOR);
  });
  afterEach(() => {
    toast.dismiss(); // Sonner keeps its toasts when the page is removed.
    const session = sessionStore.get();
    // No answer reaches a page that is removed.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('The test has ended.')));
    cleanup();
    body.replaceChildren(); // A test can have added its own elements.
    // A save that failed is tried again after seconds, which would be in another test on a slow machine.
    if (session.status === 'signed-in') outbox.forget(session.user.id);
    sessionStore.set(VISITOR); // Otherwise the generations of the test go on.
    clearUserStores(); // The page keeps the work of a user after the end of the session.
  });
}
