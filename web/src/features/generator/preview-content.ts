import type { Thumbnail } from '../../api/thumbnails.ts';
import type { LinePosition } from './generate.ts';
import type { Failure } from './generation-errors.tsx';

export type PreviewContent =
  | { state: 'empty' }
  | { state: 'generating'; startedAt: number }
  /** All models are busy. */
  | { state: 'waiting'; position: LinePosition }
  | { state: 'failed'; failure: Failure }
  /** `isNew`: the generation has just finished. */
  | { state: 'image'; thumbnail: Thumbnail; isNew: boolean };
