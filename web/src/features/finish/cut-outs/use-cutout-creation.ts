import { useState, useSyncExternalStore } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { explain, NO_CREDIT_TAKEN } from '../../../api/error-sentences.ts';
import { isOutcomeUnknown } from '../../../api/errors.ts';
import { ReferenceUpload } from '../../../api/reference-upload.ts';
import type { UploadState } from '../../../api/reference-upload.ts';
import { isRunning } from '../../../generations/generation.ts';
import type { End } from '../../../generations/generation.ts';
import { begin } from '../../../generations/generations.ts';
import { useEnds, useGenerations } from '../../../generations/use-generations.ts';

export type CutoutCreation =
  | { status: 'idle' }
  | { status: 'busy'; message: string }
  /** `isUnknown`: it may have been made, so the page does not say that it was not. */
  /** `again`: tries again with the same image. Undefined after a reload, which loses the image. */
  | { status: 'failed'; reason: string; isUnknown: boolean; again: (() => void) | undefined };

interface UseCutoutCreationOptions {
  userId: string;
  /** The thumbnail whose design gets the cut-out. */
  thumbnailId: string;
  /** The dialog that shows the state is open. */
  isShown: boolean;
  onCreated: (cutoutId: string, isPicture: boolean) => void;
}

/** Says how a cut-out is made and placed. */
interface CutoutKind {
  /** Costs nothing. */
  keepsBackground: boolean;
  isPicture: boolean;
}

/** Creates one cut-out or picture at a time. It continues while the dialog is closed. */
export function useCutoutCreation({ userId, thumbnailId, isShown, onCreated }: UseCutoutCreationOptions) {
  /** The failure that is not shown any more. The same creation may go on under its id, and fail again. */
  const [forgotten, setForgotten] = useState<End>();
  const all = [...useGenerations().all.values()].filter((each) => each.kind === 'cutout');
  const last = all.findLast((each) => isRunning(each) || each.thumbnailId === thumbnailId);
  const isPicture = last?.input?.isPicture === true;
  const upload = last?.input?.upload;
  const uploadState = useSyncExternalStore(
    upload?.subscribe ?? subscribeToNothing,
    () => upload?.getState() ?? READY,
  );

  useEnds((ended) => {
    if (ended.kind !== 'cutout' || ended.thumbnailId !== thumbnailId) return false;
    if (ended.end?.error === undefined) {
      const { isPicture: keepsBackground = false, name } = ended.input ?? {};
      // The name tells a cut-out that had no background from a picture.
      onCreated(ended.id, keepsBackground && name === undefined);
      return true;
    }
    return isShown && ended.id === last?.id;
  });

  return {
    state: describeCreation(),
    /** Takes the failure of the last file away. */
    forget: () => setForgotten(last?.end),
    create: (file: File, { keepsBackground, isPicture: isPlacedAsPicture }: CutoutKind) => {
      const input = {
        file: `${file.name} ${file.size}`,
        isPicture: keepsBackground,
        name: keepsBackground && !isPlacedAsPicture ? nameFile(file.name) : undefined,
        upload: new ReferenceUpload(file, keepsBackground ? 'picture' : 'cutout', userId),
      };
      begin({ kind: 'cutout', userId, thumbnailId, input });
    },
  };

  function describeCreation(): CutoutCreation {
    if (!last) return { status: 'idle' };
    if (isRunning(last)) return { status: 'busy', message: describe(uploadState, isPicture) };
    const error = last.end?.error;
    if (error === undefined || last.end === forgotten) return { status: 'idle' };
    const { input } = last;
    return {
      status: 'failed',
      reason: explain(error, NO_CREDIT_TAKEN),
      isUnknown: isOutcomeUnknown(error),
      again: input && (() => begin({ kind: 'cutout', userId, thumbnailId, input })),
    };
  }
}

/** Names a cut-out after its file, without the characters that the server refuses in a name. */
function nameFile(file: string): string {
  const name = file.replace(/\.\w{1,5}$/, '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
  const short = Array.from(name).slice(0, LIMITS.cutoutNameLength).join('').trim();
  return hasVisibleCharacter(short) ? short : 'cut-out';
}

const READY: UploadState = { status: 'ready' };

const subscribeToNothing = () => () => undefined;

function describe(state: UploadState, isPicture: boolean): string {
  switch (state.status) {
    case 'preparing':
    case 'failed':
      return 'Preparing the image...';
    case 'uploading':
      return `Uploading, ${Math.round(state.share * 100)}%`;
    case 'ready':
      return isPicture ? 'Storing the picture...' : 'Removing the background...';
  }
}
