import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isReferenceNotFound } from '../../../../api/errors.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { useEnds } from '../../../../generations/use-generations.ts';
import { isEndedBy, storedSeries } from '../../../../lib/series.ts';
import type { Series } from '../../../../lib/series.ts';
import { FIDELITY } from '../../../../generations/kept-reference.ts';
import type { SeriesPart } from '../../hooks/use-series.ts';
import { listSeriesLayers, readEpisode } from '../../model/read-series.ts';
import type { Episode } from '../../model/read-series.ts';

/** The state of the earlier thumbnail. */
export type SeriesRead =
  | { status: 'pending' }
  | { status: 'gone' }
  | { status: 'failed'; error: unknown }
  | { status: 'read'; episode: Episode };

/** Reads the earlier thumbnail of a series, and tells the form what the next thumbnail takes from it. */
export function useSeriesState(userId: string, onPart: (part: SeriesPart) => void) {
  const [series, setSeries] = useState(() => storedSeries.load(userId));
  // Each visit of the page reads the layout again: the creator may have changed it since.
  const [visit] = useState(() => crypto.randomUUID());
  const query = useQuery(
    series && (['series', userId, series.thumbnailId, visit] as const),
    async ([, ownerId, id]) => ({ episode: await readEpisode(ownerId, id) }),
    { revalidateOnFocus: false },
  );
  const config = useSiteConfig();
  const isOffered =
    config.status !== 'success' || config.data.referenceModels.some(({ service }) => service === series?.use);

  const episode = query.status === 'success' ? query.data.episode : undefined;
  const error = query.status === 'error' ? query.error : undefined;
  const { status } = query;
  const read = useMemo((): SeriesRead => {
    if (status === 'pending') return { status };
    if (status === 'error') return { status: 'failed', error };
    return episode ? { status: 'read', episode } : { status: 'gone' };
  }, [status, error, episode]);

  const part = useMemo(() => (series ? toPart(series, read, isOffered) : {}), [series, read, isOffered]);
  const tell = useEffectEvent(onPart);
  useEffect(() => tell(part), [part]);

  const change = (next: Series | undefined) => {
    if (next) storedSeries.save(next);
    else storedSeries.remove();
    setSeries(next);
  };
  // The series ends with a thumbnail that is made after it. The earlier thumbnail may have been deleted since the page read it.
  useEnds(({ series: made, startedAt, end }) => {
    if (made?.thumbnailId === series?.thumbnailId && isReferenceNotFound(end?.error)) query.refetch();
    if (end?.thumbnail && made && series && isEndedBy(series, made.thumbnailId, startedAt))
      setSeries(undefined);
    return false;
  });
  return { series, read, isOffered, change, retry: query.refetch };
}

function toPart(series: Series, read: SeriesRead, isOffered: boolean): SeriesPart {
  const { thumbnailId, use, hasReference, hasLayout, hasPeople } = series;
  const hasLayers = hasLayout || hasPeople;
  return {
    reference:
      hasReference && isOffered
        ? { kind: 'thumbnail', id: thumbnailId, use, fidelity: FIDELITY.close }
        : undefined,
    input: {
      thumbnailId,
      layers: read.status === 'read' ? listSeriesLayers(read.episode.layers, series) : [],
    },
    isLoading: hasLayers && read.status === 'pending',
    error:
      read.status === 'gone'
        ? 'The earlier thumbnail of the series was deleted. Leave the series to go on.'
        : hasLayers && read.status === 'failed'
          ? 'The layout of the series could not be loaded. Load it again, or turn it off.'
          : undefined,
  };
}
