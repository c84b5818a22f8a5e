import { useEffect, useState } from 'react';
import type { Resemblance } from './compare-rivals.ts';
import type { Rival } from './rivals.ts';

/** The comparison of a rendering with rivals, by the ids of their videos. A rival from which yours stands out has undefined. */
export type Comparison = ReadonlyMap<string, Resemblance | undefined>;

/**
 * Compares each rendering with the rivals. The code loads with the first rival.
 * @returns undefined until the first comparison, and if the browser cannot compare
 */
export function useStandsOut(
  canvas: HTMLCanvasElement | undefined,
  rivals: readonly Rival[],
): Comparison | undefined {
  const [comparison, setComparison] = useState<Comparison>();
  const key = rivals.map(({ videoId }) => videoId).join(' ');
  useEffect(() => {
    if (canvas === undefined || rivals.length === 0) return;
    let isCurrent = true;
    const show = (next: Comparison | undefined) => {
      if (isCurrent) setComparison(next);
    };
    import('./compare-looks.ts')
      .then(({ compareLooks }) => compareLooks(canvas, rivals))
      .then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [canvas, key]);
  return comparison;
}
