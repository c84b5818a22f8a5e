import { listSet } from '../../../../api/list-set.ts';
import { useQuery } from '../../../../api/use-query.ts';
import type { Generation } from '../../../../generations/generation.ts';
import { useSavedDesigns } from '../../../../outbox/use-saved-designs.ts';
import { useUserId } from '../../../../session/session-provider.tsx';

/** Reads which versions are finished, and their previews. It is read again when a version arrives, and after a finish page. */
export function useFinishedSet(variations: readonly Generation[]) {
  const userId = useUserId();
  const setId = variations.find((each) => each.setId !== undefined)?.setId;
  const ready = variations.filter(({ end }) => end?.thumbnail).map(({ id }) => id);
  const key =
    userId === undefined || setId === undefined || ready.length === 0
      ? undefined
      : (['set', userId, setId, ready.join()] as const);
  const query = useQuery(key, ([, , id]) => listSet(id), { revalidateOnFocus: false });
  useSavedDesigns(query.refetch);
  const listed = query.status === 'success' ? query.data : [];
  const finished = listed.filter(({ id, isFinished }) => isFinished && ready.includes(id));
  return {
    userId,
    /** The ids of the finished versions, in the order of the versions. */
    finishedIds: ready.filter((id) => finished.some((each) => each.id === id)),
    /** The image of a finished version as it is finished. */
    findPreview: (id: string | undefined) => finished.find((each) => each.id === id)?.previewURL,
    refetch: query.refetch,
  };
}
