import { useEffect, useEffectEvent } from 'react';

/**
 * Reads the images of a set from the server, which has them after a reload and for other devices. The page knows the images that it
 * has begun.
 * @param setId of the thumbnail in the viewer
 * @param isShown whether the viewer shows the set, if it shows no generation
 */
export function useSet(userId: string | undefined, setId: string | undefined, isShown: boolean): void {
  const restore = useEffectEvent(async (ownerId: string, id: string) => {
    const { restoreSet } = await import('../model/restore-set.ts');
    await restoreSet(ownerId, id, isShown);
  });
  useEffect(() => {
    // Without the set, each of its thumbnails can still be opened.
    if (userId !== undefined && setId !== undefined) restore(userId, setId).catch(() => undefined);
  }, [userId, setId]);
}
