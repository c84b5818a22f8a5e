import { explain } from '../../../../api/error-sentences.ts';
import { hasCode, isInvalid, isReferenceNotFound } from '../../../../api/errors.ts';
import { notify } from '../../../../ui/notify.ts';
import type { History } from '../thumbnail-history.ts';
import { dropPhoto, listKeptPhotos } from './kept-photos.ts';
import type { KeptPhoto } from './kept-photos.ts';
import { storePhoto } from './store-photo.ts';

interface StoreKeptOptions {
  onStored: (history: History) => void;
  /** Opens the finish page of a thumbnail. */
  open: (generationId: string) => void;
}

const NO_UPLOAD = { signal: new AbortController().signal, onProgress: () => undefined };

/** Makes the thumbnails of the photos that wait in this browser, one after the other. Another tab may be at it already. */
export async function storeKeptPhotos(userId: string, options: StoreKeptOptions): Promise<void> {
  for (const kept of await listKeptPhotos(userId))
    await storeKept({ ...kept, userId }, kept.userId === '', options);
}

async function storeKept(kept: KeptPhoto, isOfVisitor: boolean, { onStored, open }: StoreKeptOptions) {
  const show = () => open(kept.generationId);
  try {
    if (!(await storePhoto(kept, { ...NO_UPLOAD, onStored, leavesToOthers: true }))) return;
    // A visitor has signed up for this. Anybody else may be at something new.
    if (isOfVisitor) show();
    else {
      notify.success('Your picture is in your thumbnails.', { action: { label: 'Finish', onClick: show } });
    }
  } catch (error) {
    const isLost =
      isInvalid(error) || hasCode(error, 'reference_invalid', 'not_found') || isReferenceNotFound(error);
    if (isLost) await dropPhoto(kept.generationId);
    const next = isLost ? '' : ' It waits in this browser: load the page again to try again.';
    notify.error(`Your picture was not stored. ${explain(error)}.${next}`);
  }
}
