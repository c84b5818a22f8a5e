import { useState } from 'react';
import type { ReadThumbnailResponse } from '#contract/endpoints/schemas.ts';
import { isCanceled, isRunning, NOT_STARTED } from '../../../generations/generation.ts';
import type { EditGeneration, EditInput, End } from '../../../generations/generation.ts';
import { begin, cancel, retry } from '../../../generations/generations.ts';
import { useEnds, useGenerations } from '../../../generations/use-generations.ts';

interface UseEditsOptions {
  userId: string;
  thumbnailId: string;
  /** Shows the new version. */
  onDone: (edit: EditGeneration, thumbnail: ReadThumbnailResponse) => void;
}

/** The edit of a thumbnail that runs or has failed. One is made at a time. */
export function useEdits({ userId, thumbnailId, onDone }: UseEditsOptions) {
  /** The end is put away, not its id: the same edit may go on under its id. */
  const [dismissed, dismiss] = useState<End>();
  const [isPreparing, setIsPreparing] = useState(false);
  const edits = [...useGenerations().all.values()].filter((each) => each.kind === 'edit');
  const last = edits.findLast((each) => each.thumbnailId === thumbnailId);
  const isShown = last && (isRunning(last) || (hasFailed(last) && last.end !== dismissed));
  const current = isShown ? last : undefined;

  useEnds((ended) => {
    if (ended.kind !== 'edit' || ended.thumbnailId !== thumbnailId) return false;
    const thumbnail = ended.end?.versions;
    if (thumbnail) onDone(ended, thumbnail);
    return thumbnail !== undefined || ended.id === last?.id;
  });

  return {
    current,
    /** An edit runs or has failed, or is prepared. */
    isBusy: current !== undefined || isPreparing,
    /** @param prepare makes the input, for example by encoding a mask. @throws the errors of `prepare` */
    start: async (prepare: () => EditInput | Promise<EditInput>) => {
      setIsPreparing(true);
      try {
        begin({ kind: 'edit', userId, thumbnailId, input: await prepare() });
      } finally {
        setIsPreparing(false);
      }
    },
    retry: () => current && retry(current),
    dismiss: () => dismiss(current?.end),
    cancel: async () => {
      if (current) await cancel(current.id);
    },
  };
}

export type Edits = ReturnType<typeof useEdits>;

/** The end of a canceled edit, and of an edit that never reached the server, needs no retry. */
const hasFailed = ({ end }: EditGeneration): boolean =>
  end?.error !== undefined && !isCanceled(end.error) && end.error !== NOT_STARTED;
