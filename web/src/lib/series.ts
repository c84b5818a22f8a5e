import type { ReferenceUse } from '#contract/reference-use.ts';
import { readItem, removeItem, STORAGE_KEYS, userValue } from './browser-storage.ts';
import { isBoolean, isNumber, isObjectOf, isOneOf, isOptional, isString } from './guards.ts';

/** The parts that the next thumbnail takes from an earlier one. The server has the earlier thumbnail and its design. */
export interface Series {
  userId: string;
  thumbnailId: string;
  /** The start of the series, in ms since the epoch. A thumbnail that was requested earlier does not end the series. */
  begunAt?: number | undefined;
  /** The use of its image as the reference. */
  use: ReferenceUse;
  hasReference: boolean;
  /** The layers of its design, without the words and the people. */
  hasLayout: boolean;
  /** The cut-outs of its design. */
  hasPeople: boolean;
}

/** The series of this browser's user. It stays until a thumbnail is made after it, also after a sign-out. */
export const storedSeries = userValue(
  STORAGE_KEYS.series,
  isObjectOf<Series>({
    userId: isString,
    thumbnailId: isString,
    begunAt: isOptional(isNumber),
    use: isOneOf('style', 'layout'),
    hasReference: isBoolean,
    hasLayout: isBoolean,
    hasPeople: isBoolean,
  }),
  'local',
);

/** The next thumbnail of a series: the style of the earlier one, its layout and its people. */
export const nextInSeries = (userId: string, thumbnailId: string): Series => ({
  ...{ userId, thumbnailId, begunAt: Date.now(), use: 'style' },
  ...{ hasReference: true, hasLayout: true, hasPeople: true },
});

/** Repeats a request with a reference: nothing else of the earlier thumbnail is taken. */
export const sameReference = (userId: string, thumbnailId: string, use: ReferenceUse): Series => ({
  ...{ userId, thumbnailId, begunAt: Date.now(), use },
  ...{ hasReference: true, hasLayout: false, hasPeople: false },
});

/** Returns true if a thumbnail that was made after `thumbnailId` ends the series. @param startedAt in ms since the epoch */
export const isEndedBy = (series: Series, thumbnailId: string, startedAt: number): boolean =>
  series.thumbnailId === thumbnailId && (series.begunAt ?? 0) <= startedAt;

/** A page has just started a series, so the home page opens with the field of the idea. */
let isStarted = false;

/** Starts a series before the home page opens. The idea of the earlier thumbnail gives way to the next one. */
export function startSeries(series: Series, prompt: string | undefined): void {
  storedSeries.save(series);
  if (readItem(STORAGE_KEYS.prompt) === prompt) removeItem(STORAGE_KEYS.prompt);
  isStarted = true;
}

/** @returns true once after the start of a series */
export function takeStart(): boolean {
  const wasStarted = isStarted;
  isStarted = false;
  return wasStarted;
}
