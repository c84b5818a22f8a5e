import { useEffect, useEffectEvent, useState } from 'react';
import type { EditOperation } from '../../../../../../contract/edit-schemas.ts';
import { describeCancelFailure } from '../../../../api/error-sentences.ts';
import { ConnectionError, isOutcomeOpen } from '../../../../api/errors.ts';
import { followGeneration, pollUntilDone } from '../../../../api/follow-generation.ts';
import { cancelGeneration } from '../../../../api/waiting-line.ts';
import type { OnLineChange } from '../../../../api/follow-generation.ts';
import type { LinePosition } from '../../../../api/waiting-line.ts';
import { useCredits } from '../../../../api/read-credits.ts';
import { notify } from '../../../../ui/notify.ts';
import { createEdit, useUnfinishedEdits } from '../../api.ts';
import type { Fill } from '../../model/image-tools/placement.ts';

/** What an edit does, and from which image it starts. */
export interface EditInput {
  /** The id of the thumbnail, or of one of its edits. */
  baseId: string;
  operation: EditOperation;
  /** How the design shows the result. @default as it shows the base */
  shows?: Pick<Fill, 'crop' | 'adjustments'>;
}

/** An edit that this page follows until it has ended. */
export interface EditRun {
  /** The id of the edit, which makes its request idempotent. */
  id: string;
  startedAt: number;
  /** Undefined for an edit of an earlier visit or of another device. */
  input?: EditInput;
  line?: LinePosition | undefined;
  /** Why it failed. */
  error?: unknown;
}

interface UseEditRunOptions {
  userId: string;
  thumbnailId: string;
  onDone: (run: EditRun) => Promise<void>;
}

/** Makes one edit at a time. Leaving the page stops only the polling: the next visit continues with the server's list. */
export function useEditRun({ userId, thumbnailId, onDone }: UseEditRunOptions) {
  const credits = useCredits(userId);
  const [run, setRun] = useState<EditRun>();
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const isRunning = run !== undefined && run.error === undefined;

  useUnfinishedEdits(userId, thumbnailId, (listed) => {
    const found = listed.find(({ id }) => !ended.has(id));
    if (found && !isRunning) setRun({ id: found.id, startedAt: Date.parse(found.createdAt) });
  });

  const follow = useEffectEvent(async (current: EditRun, signal: AbortSignal): Promise<void> => {
    const onLineChange: OnLineChange = (line) =>
      setRun((before) => (before?.id === current.id ? { ...before, line } : before));
    let failed: EditRun | undefined;
    try {
      await finishEdit({ userId, thumbnailId, run: current }, signal, onLineChange);
      // The edit is made and paid, so a retry has to keep its id.
      await onDone(current).catch((cause: unknown) => Promise.reject(new ConnectionError({ cause })));
    } catch (error) {
      failed = { ...current, line: undefined, error };
    }
    // Also for an edit that the page no longer follows: it may have ended.
    credits.refetch();
    if (signal.aborted) return;
    setEnded((before) => new Set(before).add(current.id));
    setRun(failed);
  });

  const { startedAt } = run ?? {};
  useEffect(() => {
    if (!run || !isRunning) return;
    const left = new AbortController();
    void follow(run, left.signal);
    return () => left.abort();
    // A retry has another start.
  }, [run?.id, startedAt, isRunning]);

  return {
    run,
    start: (input: EditInput) => setRun({ id: crypto.randomUUID(), startedAt: Date.now(), input }),
    /** An edit whose end is unknown keeps its id, so that it is not paid twice. */
    retry: () => {
      if (!run) return;
      const id = isOutcomeOpen(run.error) ? run.id : crypto.randomUUID();
      const { error: _, ...rest } = run;
      setRun({ ...rest, id, startedAt: Date.now() });
    },
    dismiss: () => setRun(undefined),
    cancel: async () => {
      if (!run) return;
      try {
        await cancelGeneration(run.id);
        setEnded((before) => new Set(before).add(run.id));
        setRun((before) => (before?.id === run.id ? undefined : before));
        credits.refetch();
        notify.success('Cancelled. Your credit is back.');
      } catch (error) {
        const message = describeCancelFailure(error);
        if (message !== undefined) notify.error(message);
      }
    },
  };
}

export type EditRuns = ReturnType<typeof useEditRun>;

interface FollowedEdit {
  userId: string;
  thumbnailId: string;
  run: EditRun;
}

/** @throws the error that the edit ended with. */
async function finishEdit(
  { userId, thumbnailId, run: { id, input } }: FollowedEdit,
  signal: AbortSignal,
  onLineChange: OnLineChange,
): Promise<void> {
  const read = () => ({ editId: id });
  if (!input) {
    await pollUntilDone({ id, read }, signal, onLineChange);
    return;
  }
  const { baseId, operation } = input;
  const send = () => createEdit({ userId, thumbnailId, baseId, operation, editId: id }, signal);
  await followGeneration<{ editId: string }>({ id, send, read }, signal, onLineChange);
}
