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

/** The edits of a thumbnail that run, and the last one if it has failed. The page starts one at a time. Other devices may start more. */
export function useEdits({ userId, thumbnailId, onDone }: UseEditsOptions) {
  /** The end is put away, not its id: the same edit may go on under its id. */
  const [dismissed, dismiss] = useState<End>();
  const [isPreparing, setIsPreparing] = useState(false);
  const all = [...useGenerations().all.values()].filter((each) => each.kind === 'edit');
  const edits = all.filter((each) => each.thumbnailId === thumbnailId);
  const last = edits.at(-1);
  const shown = edits.filter(
    (each) => isRunning(each) || (each === last && hasFailed(each) && each.end !== dismissed),
  );

  // `EditProgress` says whether it shows a failure.
  useEnds((ended) => {
    const thumbnail = ended.end?.versions;
    if (ended.kind !== 'edit' || ended.thumbnailId !== thumbnailId || !thumbnail) return false;
    onDone(ended, thumbnail);
    return true;
  });

  return {
    shown,
    /** Its failure is shown. A message tells the failure of an earlier edit. */
    last,
    /** An edit runs or has failed, or is prepared. */
    isBusy: shown.length > 0 || isPreparing,
    /** @param prepare makes the input, for example by encoding a mask. @throws the errors of `prepare` */
    start: async (prepare: () => EditInput | Promise<EditInput>) => {
      setIsPreparing(true);
      try {
        begin({ kind: 'edit', userId, thumbnailId, input: await prepare() });
      } finally {
        setIsPreparing(false);
      }
    },
    retry,
    dismiss: () => dismiss(last?.end),
    cancel,
  };
}

export type Edits = ReturnType<typeof useEdits>;

/** The end of a canceled edit, and of an edit that never reached the server, needs no retry. */
const hasFailed = ({ end }: EditGeneration): boolean =>
  end?.error !== undefined && !isCanceled(end.error) && end.error !== NOT_STARTED;
