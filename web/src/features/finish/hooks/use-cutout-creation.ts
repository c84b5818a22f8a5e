import { useEffect, useRef, useState } from 'react';
import { explain, NO_CREDIT_TAKEN } from '../../../api/error-sentences.ts';
import { ConnectionError, hasCode, isReferenceNotFound } from '../../../api/errors.ts';
import { ReferenceUpload } from '../../../api/reference-upload.ts';
import type { UploadState } from '../../../api/reference-upload.ts';
import { waitUntilOnline } from '../../../lib/online.ts';
import { wait } from '../../../lib/wait.ts';
import { createCutout } from '../api.ts';

export type CutoutCreation =
  | { status: 'idle' }
  | { status: 'busy'; message: string }
  | { status: 'failed'; reason: string };

interface CutoutCreationHandlers {
  onCreated: (cutoutId: string, isPicture: boolean) => void;
  /** Runs after success and after failure: both can change the balance. */
  onEnded: () => void;
}

/** Creates one cut-out or picture at a time. It continues while the dialog is closed. */
export function useCutoutCreation(userId: string, { onCreated, onEnded }: CutoutCreationHandlers) {
  const [state, setState] = useState<CutoutCreation>({ status: 'idle' });
  const left = useRef<AbortController>(undefined);

  useEffect(() => () => left.current?.abort(), []);

  async function create(file: File, isPicture: boolean) {
    const { signal } = (left.current = new AbortController());
    const upload = new ReferenceUpload(file, isPicture ? 'picture' : 'cutout');
    const unsubscribe = upload.subscribe(() =>
      setState({ status: 'busy', message: describe(upload.getState(), isPicture) }),
    );
    setState({ status: 'busy', message: 'Preparing the image...' });
    try {
      const id = await makeCutout({ userId, isPicture }, upload, signal);
      if (signal.aborted) return;
      setState({ status: 'idle' });
      onCreated(id, isPicture);
    } catch (error) {
      if (signal.aborted) return;
      setState({ status: 'failed', reason: explain(error, NO_CREDIT_TAKEN) });
    } finally {
      unsubscribe();
    }
    onEnded();
  }

  return { state, create: (file: File, isPicture: boolean) => void create(file, isPicture) };
}

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

interface CutoutKind {
  userId: string;
  isPicture: boolean;
}

const RETRY_INTERVAL_MS = 2_000;
const RETRY_TIMEOUT_MS = 60_000;

/**
 * Uploads an image and removes its background. After a lost response the same request is sent again: its id makes sure
 * that it costs credits once.
 * @returns the id of the cut-out
 * @throws the error that it ended with; ConnectionError when its outcome is unknown after a minute
 */
async function makeCutout(kind: CutoutKind, upload: ReferenceUpload, signal: AbortSignal): Promise<string> {
  const uploadId = await upload.getId();
  try {
    return await attempt(kind, uploadId, signal);
  } catch (error) {
    if (!isReferenceNotFound(error)) throw error;
    // The upload has expired. A failed cut-out keeps its id, so the second one needs another.
    return attempt(kind, await upload.getId({ expiredId: uploadId }), signal);
  }
}

async function attempt(
  { userId, isPicture }: CutoutKind,
  referenceId: string,
  signal: AbortSignal,
): Promise<string> {
  const generationId = crypto.randomUUID();
  for (let waited = 0; ; waited += RETRY_INTERVAL_MS) {
    try {
      await createCutout(
        { userId, referenceId, generationId, ...(isPicture && { keepsBackground: true }) },
        signal,
      );
      return generationId;
    } catch (error) {
      if (!isOutcomeUnknown(error) || waited >= RETRY_TIMEOUT_MS) throw error;
    }
    await wait(RETRY_INTERVAL_MS, signal);
    await waitUntilOnline(signal);
  }
}

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ConnectionError || hasCode(error, 'in_progress');
