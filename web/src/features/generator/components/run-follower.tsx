import { useEffect, useEffectEvent } from 'react';
import type { LinePosition } from '../generate.ts';
import { followRun } from '../model/follow-run.ts';
import type { RunOutcome } from '../model/follow-run.ts';
import type { Run } from '../model/runs.ts';

export interface RunFollowerProps {
  run: Run;
  onLineChange: (line: LinePosition | undefined) => void;
  onEnd: (outcome: RunOutcome) => void;
}

/** Follows one run for as long as it is rendered. Pass the run's id as its key. The server goes on without it. */
export function RunFollower({ run, onLineChange, onEnd }: RunFollowerProps) {
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
