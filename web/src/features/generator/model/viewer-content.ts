import type { Thumbnail } from '../../../api/thumbnails.ts';
import type { LinePosition } from '../../../api/waiting-line.ts';
import { describeFailure, isCanceled, isOutOfCredits, NOT_STARTED, OFFLINE } from './generation-errors.tsx';
import type { Failure } from './generation-errors.tsx';
import { isRunning } from './runs.ts';
import type { Run } from './runs.ts';

/** What the viewer shows of a single generation, or of the history. */
export type ViewerContent =
  | { state: 'empty' }
  | { state: 'generating'; startedAt: number }
  /** All models are busy. */
  | { state: 'waiting'; id: string; position: LinePosition }
  | { state: 'failed'; failure: Failure }
  /** `isNew`: the generation has just finished. */
  | { state: 'image'; thumbnail: Thumbnail; isNew: boolean };

/** What the browser's tab shows and a screen reader hears. A generation is done when its image is visible. */
export type Progress = 'generating' | 'waiting' | 'done' | 'failed' | undefined;

/** @param thumbnail what the viewer shows when the run has nothing to show. */
export function findContent(
  run: Run | undefined,
  isOfflineRefused: boolean,
  thumbnail: Thumbnail | undefined,
): ViewerContent {
  if (run?.line) return { state: 'waiting', id: run.id, position: run.line };
  if (run && isRunning(run)) return { state: 'generating', startedAt: run.startedAt };
  const failure = isOfflineRefused ? OFFLINE : describeEnd(run?.error);
  if (failure) return { state: 'failed', failure };
  if (!thumbnail) return { state: 'empty' };
  return { state: 'image', thumbnail, isNew: thumbnail.id === run?.thumbnail?.id };
}

/** The failure of a generation that has ended. Undefined if there is none, or if its end has its own message. */
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
export function findVariationsProgress(variations: readonly Run[]): Progress {
  const running = variations.filter(isRunning);
  if (running.length > 0) return running.every(({ line }) => line) ? 'waiting' : 'generating';
  return variations.some(({ thumbnail }) => thumbnail) ? 'done' : 'failed';
}
