import { useState } from 'react';
import type { ReferenceRequest } from '#contract/endpoints/reference-schemas.ts';
import { useQuery } from '../../../api/use-query.ts';
import type { SeriesInput } from '../../../generations/generation.ts';
import { useEnds } from '../../../generations/use-generations.ts';
import { storedSeries } from '../../../lib/series.ts';
import type { Series } from '../../../lib/series.ts';
import { FIDELITY } from './use-reference.ts';

const loadCode = () => import('../model/read-series.ts');

/** Reads what the next thumbnail takes from an earlier one, if the creator continues a series. */
export function useSeries(userId: string | undefined) {
  const [loaded, setLoaded] = useState<{ userId: string; series: Series | undefined }>();
  if (userId !== undefined && loaded?.userId !== userId)
    setLoaded({ userId, series: storedSeries.load(userId) });
  const series = loaded?.userId === userId ? loaded?.series : undefined;
  const key = series && (['series', series.userId, series.thumbnailId] as const);
  const episode = useQuery(
    key,
    async ([, ownerId, id]) => {
      const { readEpisode, listSeriesLayers } = await loadCode();
      return { episode: await readEpisode(ownerId, id), listSeriesLayers };
    },
    { revalidateOnFocus: false },
  );

  const change = (next: Series | undefined) => {
    if (userId === undefined) return;
    if (next) storedSeries.save(next);
    else storedSeries.remove();
    setLoaded({ userId, series: next });
  };
  // The series ends with a thumbnail that is made after it.
  useEnds(({ series: made, end }) => {
    if (end?.thumbnail && made?.thumbnailId === series?.thumbnailId) setLoaded(undefined);
    return false;
  });

  const hasLayers = series !== undefined && (series.hasLayout || series.hasPeople);
  const reference: ReferenceRequest | undefined = series?.hasReference
    ? { kind: 'thumbnail', id: series.thumbnailId, use: series.use, fidelity: FIDELITY.close }
    : undefined;
  const input: SeriesInput | undefined = series && {
    thumbnailId: series.thumbnailId,
    layers:
      episode.status === 'success' && episode.data.episode
        ? episode.data.listSeriesLayers(episode.data.episode.layers, series)
        : [],
  };
  return {
    series,
    change,
    episode: episode.status === 'success' ? episode.data.episode : undefined,
    /** The earlier thumbnail was deleted. */
    isGone: series !== undefined && episode.status === 'success' && episode.data.episode === undefined,
    /** The layout is not read yet. */
    isLoading: hasLayers && episode.status === 'pending',
    /** Why the layout cannot be read. */
    failure: hasLayers && episode.status === 'error' ? episode.error : undefined,
    retry: episode.refetch,
    reference,
    input,
  };
}

export type SeriesState = ReturnType<typeof useSeries>;
