import { useEffect, useRef, useState } from 'react';
import { explain, NO_CREDIT_TAKEN } from '../../../api/error-sentences.ts';
import { ReferenceUpload } from '../../../api/reference-upload.ts';
import type { UploadState } from '../../../api/reference-upload.ts';
import { makeCutout } from '../model/create-cutout.ts';

export type CutoutCreation =
  | { status: 'idle' }
  | { status: 'busy'; message: string }
  | { status: 'failed'; reason: string };

interface CutoutCreationHandlers {
  onCreated: (cutoutId: string) => void;
  /** Runs after success and after failure: both can change the balance. */
  onEnded: () => void;
}

/** Creates one cut-out at a time. It continues while the dialog is closed. */
export function useCutoutCreation(userId: string, { onCreated, onEnded }: CutoutCreationHandlers) {
  const [state, setState] = useState<CutoutCreation>({ status: 'idle' });
  const left = useRef<AbortController>(undefined);

  useEffect(() => () => left.current?.abort(), []);

  async function create(file: File) {
    const { signal } = (left.current = new AbortController());
    const upload = new ReferenceUpload(file, 'cutout');
    const unsubscribe = upload.subscribe(() =>
      setState({ status: 'busy', message: describe(upload.getState()) }),
    );
    setState({ status: 'busy', message: 'Preparing the image...' });
    try {
      const id = await makeCutout(userId, upload, signal);
      if (signal.aborted) return;
      setState({ status: 'idle' });
      onCreated(id);
    } catch (error) {
      if (signal.aborted) return;
      setState({ status: 'failed', reason: explain(error, NO_CREDIT_TAKEN) });
    } finally {
      unsubscribe();
    }
    onEnded();
  }

  return { state, create: (file: File) => void create(file) };
}

function describe(state: UploadState): string {
  switch (state.status) {
    case 'preparing':
    case 'failed':
      return 'Preparing the image...';
    case 'uploading':
      return `Uploading, ${Math.round(state.share * 100)}%`;
    case 'ready':
      return 'Removing the background...';
  }
}
