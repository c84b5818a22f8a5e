import { useEffect, useState } from 'react';
import { explain } from '../../../api/error-sentences.ts';
import { wait } from '../../../lib/wait.ts';
import { loadThumbnail } from '../model/load-thumbnail.ts';
import type { LoadResult } from '../model/load-thumbnail.ts';

const POLL_INTERVAL_MS = 3_000;

type LoadState = { status: 'loading' } | LoadResult | { status: 'error'; reason: string };

/**
 * Loads a thumbnail for editing. While it is being generated, it is read again.
 * @param userId undefined while the session is loading
 */
export function useLoadedThumbnail(userId: string | undefined, id: string) {
  const [state, setState] = useState<LoadState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (userId === undefined) return;
    const left = new AbortController();
    const load = async (): Promise<void> => {
      const result = await loadThumbnail(id, left.signal);
      left.signal.throwIfAborted();
      setState(result);
      if (result.status !== 'pending') return;
      await wait(POLL_INTERVAL_MS, left.signal);
      await load();
    };
    load().catch((error: unknown) => {
      if (left.signal.aborted) return;
      setState({ status: 'error', reason: explain(error) });
    });
    return () => left.abort();
  }, [userId, id, attempt]);

  const retry = () => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  };
  return { state, retry };
}
