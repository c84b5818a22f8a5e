import { LIMITS } from '#contract/limits.ts';
import { UPLOAD_MODELS } from '#contract/file-mark.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { uploadReferenceImage } from '../../../../api/reference-upload.ts';
import { LONG_TIMEOUT_MS, request } from '../../../../api/request.ts';
import { readMark } from '../../../../lib/copy-mark.ts';
import { appendThumbnail, updateHistory } from '../thumbnail-history.ts';
import type { History } from '../thumbnail-history.ts';
import { dropPhoto, keepPhoto } from '../../../../lib/kept-photos.ts';
import type { KeptPhoto } from '../../../../lib/kept-photos.ts';

type UploadOptions = Parameters<typeof uploadReferenceImage>[1];

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
 * @returns false if another tab is at it
 * @throws the errors of `uploadReferenceImage` and `request`.
 */
export async function storePhoto(kept: KeptPhoto, options: StoreOptions): Promise<boolean> {
  const store = async () => {
    if (options.isOfVisitor === true) await keepPhoto(kept);
    await upload(kept, options);
    return true;
  };
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return await store();
  const isNeeded = options.leavesToOthers === true;
  return await locks.request(`own-picture ${kept.generationId}`, { ifAvailable: isNeeded }, (lock) =>
    lock ? store() : false,
  );
}

async function upload({ userId, generationId, name, photo }: KeptPhoto, options: StoreOptions) {
  const referenceId = await uploadReferenceImage(photo, options);
  const named = nameThumbnail(name);
  const body = { userId, generationId, referenceId, name: named };
  // The request is not aborted with the dialog: it takes a moment, and its thumbnail would come without a word.
  const { imageURL, previewURL } = await request(
    'createThumbnail',
    { body },
    { timeoutMs: LONG_TIMEOUT_MS, userId },
  );
  await dropPhoto(generationId);
  const thumbnail = {
    ...{ id: generationId, url: imageURL, prompt: '', model: UPLOAD_MODELS[await readMark(photo)] },
    ...(named !== undefined && { name: named }),
    ...(previewURL !== undefined && { previewURL }),
  };
  options.onStored(updateHistory(userId, (history) => appendThumbnail(history, thumbnail)));
}

/** Matches what a name must not contain (`oneLine` in `contract/fields.ts`), but not the joiners of scripts and emoji. */
const REPLACED = /(?:\s|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}])+/gu;

/** Names a thumbnail after its file, without the ending. */
function nameThumbnail(fileName: string): string | undefined {
  const line = fileName.replace(/\.\w{1,5}$/, '').replace(REPLACED, ' ');
  const name = Array.from(line.trim()).slice(0, LIMITS.thumbnailNameLength).join('').trimEnd();
  return hasVisibleCharacter(name) ? name : undefined;
}
