import { vi } from 'vitest';

/** The preview that every image gets. */
export const PREVIEW = new Uint8Array([1, 2, 3]);

// These replace functions/previews/preview-thread.ts. The thread needs its bundle, which tests/integration runs.
export const preparePreviews = vi.fn();
export const makePreview = vi.fn(() => Promise.resolve(PREVIEW));
