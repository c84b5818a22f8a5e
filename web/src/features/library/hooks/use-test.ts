import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isFinished } from '#contract/design/is-finished.ts';
import { findImageMark } from '#contract/image-mark.ts';
import type { ReadThumbnailResponse, ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { isNotFound } from '../../../api/errors.ts';
import { readThumbnail } from '../../../api/read-thumbnails.ts';
import { useQuery } from '../../../api/use-query.ts';
import { applyUpdates, shownUpdates } from '../../../outbox/updates.ts';

const PARAMETER = 'test';

/** The test in the address, `?test=ID,ID,ID`: it can be outside of the loaded part of the list. */
export function useTest(userId: string | undefined) {
  const [params, setParams] = useSearchParams();
  const ids = (params.get(PARAMETER) ?? '').split(',').filter((id) => id !== '');
  const updates = useSyncExternalStore(shownUpdates.subscribe, shownUpdates.get);
  const query = useQuery(
    userId === undefined || ids.length === 0 ? undefined : (['test', userId, ids.join()] as const),
    ([, , list]) => Promise.all(list.split(',').map(readListed)),
    { revalidateOnFocus: false },
  );
  const read = query.status === 'success' ? query.data.flatMap((each) => each ?? []) : undefined;
  const change = (next: readonly string[]) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next.length === 0) changed.delete(PARAMETER);
        else changed.set(PARAMETER, next.join());
        return changed;
      },
      { replace: true },
    );
  return {
    ids,
    /** Undefined until they have loaded. A deleted thumbnail is missing. */
    thumbnails: read && applyUpdates(read, userId, updates),
    error: query.status === 'error' ? query.error : undefined,
    open: change,
    close: () => change([]),
  };
}

export type Test = ReturnType<typeof useTest>;

async function readListed(id: string): Promise<ThumbnailSummary | undefined> {
  try {
    return toSummary(await readThumbnail(id));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function toSummary({ url, design, ...rest }: ReadThumbnailResponse): ThumbnailSummary | undefined {
  if (url === undefined) return undefined;
  const { width = 0, height = 0, mark = findImageMark(rest) } = rest;
  return { ...rest, url, width, height, mark, isFinished: design !== undefined && isFinished(design) };
}
