import type { WaitingGeneration } from '#contract/endpoints/generation-schemas.ts';

/** The place of a waiting generation in the line. Both are undefined if the server cannot tell. */
export type LinePosition = Pick<WaitingGeneration, 'ahead' | 'estimatedSeconds'>;

/** Describes a place in the waiting line, for example `3 ahead of you, about 40 seconds`. */
export function describePosition({ ahead, estimatedSeconds }: LinePosition): string {
  if (ahead === undefined) return 'All models are busy at the moment.';
  const place = ahead === 0 ? 'You are next' : `${ahead} ahead of you`;
  return estimatedSeconds === undefined ? place : `${place}, ${formatEstimate(estimatedSeconds)}`;
}

/** Rounds up, and no more precisely than an estimate is. */
function formatEstimate(seconds: number): string {
  if (seconds <= 50) return `about ${Math.max(1, Math.ceil(seconds / 10)) * 10} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}
