import { LIMITS } from '#contract/limits.ts';
import { UPLOAD_MODELS } from '#contract/file-mark.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { isNotFound } from '../../../../api/errors.ts';
import { uploadReferenceImage } from '../../../../api/reference-upload.ts';
import { LONG_TIMEOUT_MS, request } from '../../../../api/request.ts';
import { readMark } from '../../../../lib/copy-mark.ts';
import { isSignedInAs } from '../../../../session/session-store.ts';
import { appendThumbnail, updateHistory } from '../thumbnail-history.ts';
import type { History } from '../thumbnail-history.ts';
import { dropPhoto, keepPhoto } from '../../../../lib/kept-photos.ts';
import type { KeptPhoto } from '../../../../lib/kept-photos.ts';

type UploadOptions = Omit<Parameters<typeof uploadReferenceImage>[1], 'userId'>;

interface StoreOptions extends UploadOptions {
  /** Shows the changed history on the open page. */
  onStored: (history: History) => void;
  /** True if a visitor has kept the photo. It belongs to the user from now on, also if it cannot be stored now. @default false */
  isOfVisitor?: boolean;
  /** True if the storing is left to another tab that is at it. @default false: it waits for the other tab */
  leavesToOthers?: boolean;
}

/**
 * Uploads a photo and makes its thumbnail, in one tab at a time. Idempotent by `generationId`.
 * @param kept `userId` is the user's, also for a photo of a visitor
 * @returns the id of the thumbnail. Returns undefined if another tab is at it, or if the user is no longer signed in: no page of another
 * user shows the thumbnail.
 * @throws the errors of `uploadReferenceImage` and `request`.
 */
export async function storePhoto(kept: KeptPhoto, options: StoreOptions): Promise<string | undefined> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return await upload(kept, options);
  const isNeeded = options.leavesToOthers === true;
  return await locks.request(`own-picture ${kept.generationId}`, { ifAvailable: isNeeded }, (lock) =>
    lock ? upload(kept, options) : undefined,
  );
}

async function upload(kept: KeptPhoto, options: StoreOptions): Promise<string | undefined> {
  const { generationId, photo, userId } = kept;
  if (options.isOfVisitor === true) await keepPhoto(kept);
  const referenceId = await uploadReferenceImage(photo, { ...options, userId });
  const name = nameThumbnail(kept.name);
  // The request is not aborted with the dialog: it takes a moment, and its thumbnail would come without a word.
  const create = async (id: string) => {
    const body = { userId, generationId: id, referenceId, name };
    const answer = await request('createThumbnail', { body }, { timeoutMs: LONG_TIMEOUT_MS, userId });
    return { ...answer, id };
  };
  const { id, imageURL, previewURL } = await create(generationId).catch((error: unknown) => {
    // The server has deleted what an interrupted request had begun, and makes nothing of its id any more.
    if (isNotFound(error)) return create(crypto.randomUUID());
    throw error;
  });
  await dropPhoto(generationId);
  const thumbnail = {
    ...{ id, url: imageURL, prompt: '', model: UPLOAD_MODELS[await readMark(photo)] },
    ...(name !== undefined && { name }),
    ...(previewURL !== undefined && { previewURL }),
  };
  if (!isSignedInAs(userId)) return undefined;
  options.onStored(updateHistory(userId, (history) => appendThumbnail(history, thumbnail)));
  return id;
}

/** Matches what a name must not contain (`oneLine` in `contract/fields.ts`), but not the joiners of scripts and emoji. */
const REPLACED = /(?:\s|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}])+/gu;

/** Names a thumbnail after its file, without the ending. */
function nameThumbnail(fileName: string): string | undefined {
  const line = fileName.replace(/\.\w{1,5}$/, '').replace(REPLACED, ' ');
  const name = Array.from(line.trim()).slice(0, LIMITS.thumbnailNameLength).join('').trimEnd();
  return hasVisibleCharacter(name) ? name : undefined;
}
