import { useEffect, useRef, useState } from 'react';
import type { ThumbnailEdit } from '../../../../../contract/edit-schemas.ts';
import { describeCancelFailure, explain, NO_CREDIT_TAKEN } from '../../../api/error-sentences.ts';
import { hasCode } from '../../../api/errors.ts';
import { cancelEdit } from '../api.ts';
import { runEdit } from '../model/edits/run-edit.ts';
import type { EditInput, EditPlace } from '../model/edits/run-edit.ts';

export type EditRun =
  | { status: 'idle' }
  | { status: 'running'; id: string; startedAt: number; place: EditPlace | undefined; problem?: string }
  /** `isShort`: there are too few credits. */
  | { status: 'failed'; reason: string; isShort: boolean; input: EditInput };

interface EditRunHandlers {
  onMade: (edit: ThumbnailEdit) => void;
  /** Runs after success and after failure: both can change the balance. */
  onEnded: () => void;
}

/** Makes one edit at a time. One that the page leaves goes on, and is among the versions at the next visit. */
export function useEditRun({ onMade, onEnded }: EditRunHandlers) {
  const [run, setRun] = useState<EditRun>({ status: 'idle' });
  const left = useRef<AbortController>(undefined);
  useEffect(() => () => left.current?.abort(), []);

  async function start(input: EditInput): Promise<void> {
    const { signal } = (left.current = new AbortController());
    const id = crypto.randomUUID();
    setRun({ status: 'running', id, startedAt: Date.now(), place: undefined });
    const onPlace = (place: EditPlace | undefined) =>
      setRun((before) => (before.status === 'running' ? { ...before, place } : before));
    try {
      const edit = await runEdit(id, input, signal, onPlace);
      if (signal.aborted) return;
      setRun({ status: 'idle' });
      onMade(edit);
    } catch (error) {
      if (signal.aborted) return;
      const isCanceled = hasCode(error, 'generation_canceled');
      const isShort = hasCode(error, 'insufficient_credits');
      const reason = explain(error, NO_CREDIT_TAKEN);
      setRun(isCanceled ? { status: 'idle' } : { status: 'failed', reason, isShort, input });
    }
    onEnded();
  }

  async function cancel(): Promise<void> {
    if (run.status !== 'running') return;
    try {
      await cancelEdit(run.id);
    } catch (error) {
      const problem = describeCancelFailure(error);
      setRun((before) =>
        before.status === 'running' && problem !== undefined ? { ...before, problem } : before,
      );
    }
  }

  return {
    run,
    start: (input: EditInput) => void start(input),
    cancel: () => void cancel(),
    dismiss: () => setRun({ status: 'idle' }),
  };
}
