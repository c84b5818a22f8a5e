import { useEffect, useEffectEvent } from 'react';
import type { FollowedRun } from '../hooks/use-runs.ts';
import { followRun } from '../model/follow-run.ts';

/** Follows one run for as long as it is rendered. Pass the run's id as its key. The server goes on without it. */
export function RunFollower({ run, onLineChange, onEnd }: FollowedRun) {
  const reportLine = useEffectEvent(onLineChange);
  const reportEnd = useEffectEvent(onEnd);
  const follow = useEffectEvent(async (signal: AbortSignal) => {
    // In development React first sets up each effect and removes it. That must not send a request.
    await Promise.resolve();
    const outcome = await followRun(run, signal, reportLine);
    if (!signal.aborted) reportEnd(outcome);
  });

  useEffect(() => {
    const removed = new AbortController();
    void follow(removed.signal);
    return () => removed.abort();
  }, []);

  return null;
}
