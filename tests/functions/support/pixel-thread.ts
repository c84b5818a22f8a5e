import { vi } from 'vitest';
import { decodeMask } from '../../../functions/images/pixels/mask-png.ts';
import type { PixelTask } from '../../../functions/images/pixels/run-task.ts';
import { makeWebpHeader } from '../../support/image-metadata.ts';
import { png } from './models.ts';

/** The preview that every image gets. */
export const PREVIEW = makeWebpHeader(480, 274);

/** The image that every edit gets. */
export const COMPOSED = png();

// These replace functions/images/pixels/pixel-thread.ts. The thread needs its bundle, which tests/integration runs.
export const preparePixelThread = vi.fn();
export const makePreview = vi.fn(() => Promise.resolve(PREVIEW));
export const runPixelTask = vi.fn(async (task: PixelTask, _endAt: number): Promise<Uint8Array> =>
  Promise.resolve(task.kind === 'mask' ? decodeMask(task.png).pixels : COMPOSED),
);
