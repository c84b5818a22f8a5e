import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { explain } from '../../../../api/error-sentences.ts';
import { isOutcomeUnknown } from '../../../../api/errors.ts';
import { comeBackTo } from '../../../../lib/come-back.ts';
import { finishPath, PATHS, SIGN_UP_PATH } from '../../../../lib/paths.ts';
import { waitForUser } from '../../../../session/session-store.ts';
import { notify } from '../../../../ui/notify.ts';
import { dropPhoto, keepPhoto } from '../../../../lib/kept-photos.ts';
import type { KeptPhoto } from '../../../../lib/kept-photos.ts';
import type { OpenPhoto } from '../../model/photo/open-photo.ts';
import type { PhotoPart } from '../../model/photo/photo-pixels.ts';
import { storePhoto } from '../../model/photo/store-photo.ts';

/** The part that was sent last, and the id of its thumbnail: a repeated press goes on with the same thumbnail. */
interface Sent {
  part: string;
  generationId: string;
}

/** Makes the thumbnail of a photo, and opens its finish page. A visitor signs up first. */
export function useStoredPhoto(file: File, photo: OpenPhoto | undefined, onClose: () => void) {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const [progress, setProgress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const sent = useRef<Sent>(undefined);
  const left = useRef(new AbortController());
  // The creator may have gone to another page while the picture is sent. Then nothing takes that page away.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  /** The id stays while the part stays. Another part is another thumbnail. */
  const chooseId = async (part: string): Promise<string> => {
    if (sent.current?.part === part) return sent.current.generationId;
    if (sent.current) await dropPhoto(sent.current.generationId);
    sent.current = { part, generationId: crypto.randomUUID() };
    return sent.current.generationId;
  };

  const send = async (kept: KeptPhoto) => {
    const { signal } = left.current;
    const id = await storePhoto(kept, {
      signal,
      onProgress: (share) =>
        setProgress(share < 1 ? `Uploading, ${Math.round(share * 100)}%` : 'Making the thumbnail...'),
      onStored: (history) => void mutate(['thumbnails', kept.userId], history, { revalidate: false }),
    });
    if (id === undefined) return;
    const open = () => void navigate(finishPath(id));
    if (isShown.current && !signal.aborted) {
      onClose();
      open();
    } else {
      notify.success('Your picture is in your thumbnails.', { action: { label: 'Finish', onClick: open } });
    }
  };

  const store = async (opened: OpenPhoto, part: PhotoPart) => {
    const generationId = await chooseId(JSON.stringify(part));
    const [jpeg, user] = await Promise.all([opened.encode(part), waitForUser()]);
    const about = { generationId, userId: user?.id ?? '', name: file.name, fileBytes: file.size };
    const kept = { ...about, photo: jpeg };
    if (left.current.signal.aborted) return;
    const isKept = await keepPhoto(kept);
    if (user) await send(kept);
    else if (isKept) await navigate(SIGN_UP_PATH, { state: comeBackTo(PATHS.home) });
    else setProblem('This browser cannot keep the picture. Sign up first, then choose it again.');
  };

  return {
    progress,
    problem,
    use: (part: PhotoPart) => {
      if (!photo) return;
      setProblem(undefined);
      setProgress('Preparing the picture...');
      store(photo, part)
        .catch((error: unknown) => {
          if (left.current.signal.aborted && !isOutcomeUnknown(error)) return;
          const said = `The picture was not stored. ${explain(error)}.`;
          if (!isShown.current) notify.error(said);
          else setProblem(said);
        })
        .finally(() => setProgress(undefined));
    },
    /** Stops the upload. A thumbnail that is being made already is not stopped. */
    close: () => {
      left.current.abort();
      if (sent.current) void dropPhoto(sent.current.generationId);
      onClose();
    },
  };
}
