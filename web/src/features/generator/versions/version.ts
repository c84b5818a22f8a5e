import type { Thumbnail } from '../../../api/thumbnails.ts';
import type { LinePosition } from '../generate.ts';

export const VERSION_COUNT = 3;

/** One of several generations of the same request. It runs until it has a thumbnail or an error. */
export interface Version {
  generationId: string;
  /** While it waits in line. */
  line?: LinePosition | undefined;
  thumbnail?: Thumbnail;
  error?: unknown;
}

export interface Versions {
  startedAt: number;
  versions: readonly Version[];
}

export const isRunning = ({ thumbnail, error }: Version): boolean =>
  thumbnail === undefined && error === undefined;
