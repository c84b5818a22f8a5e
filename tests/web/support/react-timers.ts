import { lateImmediate } from './late-answers.ts';

/**
 * Imports React with a timer that does not wait. React keeps its timer when it is imported, and waits with it only for the content of a
 * Suspense boundary: React shows the content at the earliest 300 ms after the placeholder, so that a page does not flicker.
 */
const { setImmediate: immediate, setTimeout: timer } = globalThis;
Object.assign(globalThis, {
  setImmediate: lateImmediate,
  setTimeout: (callback: () => void) => timer(callback),
});
await import('react-dom/client');
Object.assign(globalThis, { setImmediate: immediate, setTimeout: timer });
