import { explain } from '../../../../api/error-sentences.ts';
import { hasCode, isInvalid, isReferenceNotFound } from '../../../../api/errors.ts';
import { notify } from '../../../../ui/notify.ts';
import type { History } from '../thumbnail-history.ts';
import { dropPhoto, listKeptPhotos } from '../../../../lib/kept-photos.ts';
import type { KeptPhoto } from '../../../../lib/kept-photos.ts';
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

async function storeKept(kept: KeptPhoto, isOfVisitor: boolean, options: StoreKeptOptions) {
  const { onStored, open } = options;
  try {
    const id = await storePhoto(kept, { ...NO_UPLOAD, onStored, isOfVisitor, leavesToOthers: true });
    if (id === undefined) return;
    const show = () => open(id);
    // A visitor has signed up for this. Anybody else may be at something new.
    if (isOfVisitor) show();
    else {
      notify.success('Your picture is in your thumbnails.', { action: { label: 'Finish', onClick: show } });
    }
  } catch (error) {
    await explainFailure(kept, error, () => void retry(kept, options));
  }
}

/** Says why a photo was not stored. A photo that may be stored later waits, until the creator gives it up. */
async function explainFailure({ generationId, name }: KeptPhoto, error: unknown, onRetry: () => void) {
  const isLost =
    isInvalid(error) || hasCode(error, 'reference_invalid', 'not_found') || isReferenceNotFound(error);
  if (isLost) {
    await dropPhoto(generationId);
    notify.error(<Failure name={name} error={error} />);
    return;
  }
  notify.error(<Failure name={name} error={error} next=" It waits in this browser." />, {
    id: crypto.randomUUID(), // An open dialog must not take the buttons away.
    duration: Infinity,
    action: { label: 'Try again', onClick: onRetry },
    cancel: { label: 'Discard picture', onClick: () => void dropPhoto(generationId) },
  });
}

interface FailureProps {
  name: string;
  error: unknown;
  next?: string;
}

const Failure = ({ name, error, next = '' }: FailureProps) => (
  <>
    <span>Your picture</span> <bdi>{name}</bdi> <span>{`was not stored. ${explain(error)}.${next}`}</span>
  </>
);

async function retry(kept: KeptPhoto, options: StoreKeptOptions): Promise<void> {
  const id = crypto.randomUUID();
  notify.loading('Storing your picture...', { id });
  await storeKept(kept, false, options);
  notify.dismiss(id);
}
