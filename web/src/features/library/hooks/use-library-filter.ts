import { useSearchParams } from 'react-router-dom';

/** The query parameters of the library's URL: `?q=castle&favorites=1&period=30`. A link or a reload shows the same thumbnails. */
export const FILTER_NAMES = ['q', 'favorites', 'finished', 'model', 'period', 'reference', 'sort'] as const;
export type LibraryFilter = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

/** The value of `model` for thumbnails whose model the stage no longer has. */
export const OTHER_MODELS = 'other';

/** The filter in the address, each part empty if it is absent. */
export function useLibraryFilter() {
  const [params, setParams] = useSearchParams();
  const filter = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, params.get(name) ?? '']),
  ) as LibraryFilter;
  return {
    filter,
    change: (changes: Partial<LibraryFilter>) => {
      const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== '');
      // Replaces the entry of the browser's history, so that Back does not undo each letter.
      setParams(Object.fromEntries(next), { replace: true });
    },
    clear: () => setParams({}, { replace: true }),
  };
}

const DAY_MS = 86_400_000;

/**
 * The query of the API, without what the filter leaves open. The period begins with a day, so that its pages agree.
 * @param models the ids of the models that the stage has.
 */
export function toQuery(
  { q, favorites, finished, model, period, reference, sort }: LibraryFilter,
  models: readonly string[],
) {
  const days = Number(period);
  const from = days > 0 ? new Date(new Date().setHours(0, 0, 0, 0) - days * DAY_MS) : undefined;
  return Object.fromEntries(
    Object.entries({
      search: q.trim(),
      favorite: favorites && 'true',
      finished: finished && 'true',
      [model === OTHER_MODELS ? 'exceptModels' : 'model']: model === OTHER_MODELS ? models.join(',') : model,
      from: from && !Number.isNaN(from.getTime()) ? from.toISOString() : '',
      reference,
      sort,
    }).filter(([, value]) => value !== ''),
  );
}
