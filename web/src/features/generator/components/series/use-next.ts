import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { nextInSeries, startSeries } from '../../../../lib/series.ts';
import { useUserId } from '../../../../session/session-provider.tsx';
import type { GeneratorForm } from '../../hooks/use-generator-form.ts';

/** Returns a function that starts the next thumbnail of a series, after an earlier one. */
export function useNext({ openSeries }: Pick<GeneratorForm, 'openSeries'>): (earlier: Thumbnail) => void {
  const userId = useUserId();
  return (earlier) => {
    if (userId === undefined) return;
    startSeries(nextInSeries(userId, earlier.id), earlier.prompt);
    openSeries(earlier);
  };
}
