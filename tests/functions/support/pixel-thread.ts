import { vi } from 'vitest';
import type { PixelTask } from '../../../functions/pixels/run-task.ts';
import { makeWebpHeader } from '../../support/image-metadata.ts';
import { png } from './models.ts';

/** The preview that every image gets. */
export const PREVIEW = makeWebpHeader(480, 274);

/** The image that every edit gets. */
export const COMPOSED = png();

// These replace functions/pixels/pixel-thread.ts. The thread needs its bundle, which tests/integration runs.
export const preparePixelThread = vi.fn();
export const makePreview = vi.fn(() => Promise.resolve(PREVIEW));
export const runPixelTask = vi.fn((_task: PixelTask, _endAt: number) => Promise.resolve(COMPOSED));
