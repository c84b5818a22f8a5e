import type { Thumbnail } from '../../../api/thumbnails.ts';
import type { LinePosition } from '../../../api/waiting-line.ts';
import { isCanceled, isRunning, NOT_STARTED } from '../../../generations/generation.ts';
import type { Generation } from '../../../generations/generation.ts';
import { describeFailure, isOutOfCredits, OFFLINE } from './generation-errors.ts';
import type { Failure } from './generation-errors.ts';

/** The content of the viewer for a single generation, or for a thumbnail of the history. */
export type ViewerContent =
  | { state: 'empty' }
  | { state: 'generating'; startedAt: number }
  /** All models are busy. */
  | { state: 'waiting'; id: string; position: LinePosition }
  | { state: 'failed'; failure: Failure }
  /** `isNew`: the generation has just finished. */
  | { state: 'image'; thumbnail: Thumbnail; isNew: boolean };

/** The state that screen readers announce. A generation is done when its image is visible. */
export type Progress = 'generating' | 'waiting' | 'done' | 'failed' | undefined;

/**
 * Returns true if the viewer shows the failure of a single image. The browser keeps the failed images of a set: they are shown beside the
 * other images, which the server lists.
 */
export const showsFailure = ({ setId, input }: Generation): boolean =>
  setId === undefined || input !== undefined;

/** @param thumbnail what the viewer shows when the generation has nothing to show. */
export function findContent(
  generation: Generation | undefined,
  isOfflineRefused: boolean,
  thumbnail: Thumbnail | undefined,
): ViewerContent {
  if (generation?.line) return { state: 'waiting', id: generation.id, position: generation.line };
  if (generation && isRunning(generation)) return { state: 'generating', startedAt: generation.startedAt };
  const failure = isOfflineRefused ? OFFLINE : describeEnd(generation?.end?.error);
  if (failure) return { state: 'failed', failure };
  if (!thumbnail) return { state: 'empty' };
  return { state: 'image', thumbnail, isNew: thumbnail.id === generation?.end?.thumbnail?.id };
}

/** Describes the failure of an ended generation. Returns undefined for a success, and for an end that has a separate message. */
export const describeEnd = (error: unknown): Failure | undefined =>
  error === undefined || error === NOT_STARTED || isCanceled(error) || isOutOfCredits(error)
    ? undefined
    : describeFailure(error);

/** @param isVisible whether the image of the content has loaded. */
export function findProgress(content: ViewerContent, isVisible: boolean): Progress {
  if (content.state === 'empty') return undefined;
  if (content.state !== 'image') return content.state;
  return content.isNew ? (isVisible ? 'done' : 'generating') : undefined;
}

/** Variations are done when all have ended and one has a thumbnail. */
export function findVariationsProgress(variations: readonly Generation[]): Progress {
  const running = variations.filter(isRunning);
  if (running.length > 0) return running.every(({ line }) => line) ? 'waiting' : 'generating';
  return variations.some(({ end }) => end?.thumbnail) ? 'done' : 'failed';
}
