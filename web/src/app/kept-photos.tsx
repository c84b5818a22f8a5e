import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { PHOTO_CACHE } from '../lib/browser-storage.ts';
import { finishPath } from '../lib/paths.ts';
import { useSession } from '../session/session-provider.tsx';
import { notify } from '../ui/notify.ts';

/**
 * Stores the photos that wait in this browser: a visitor's photo after the sign-up, and a photo whose upload a reload has interrupted.
 * Their code loads only if a photo waits.
 */
export function KeptPhotos(): undefined {
  const session = useSession();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const userId = session.status === 'signed-in' ? session.user.id : undefined;

  const store = useEffectEvent(async (id: string) => {
    // A private window may refuse this storage.
    if (!('caches' in globalThis) || !(await caches.has(PHOTO_CACHE).catch(() => false))) return;
    const { storeKeptPhotos } = await import('../features/generator/model/photo/store-kept-photos.tsx');
    await storeKeptPhotos(id, {
      onStored: (history) => void mutate(['thumbnails', id], history, { revalidate: false }),
      open: (generationId) => void navigate(finishPath(generationId)),
    });
  });
  useEffect(() => {
    if (userId !== undefined)
      store(userId).catch(() => notify.error('The picture that you chose could not be read.'));
  }, [userId]);
}
