import { useEffect, useState } from 'react';

/**
 * Loads a value, and loads it again when an input changes.
 * @param load returns undefined to keep the last value
 * @returns the last value or error. A retry removes it.
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T> | undefined,
  inputs: readonly unknown[],
) {
  const [result, setResult] = useState<{ data?: T; error?: unknown }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const settle = (next: typeof result) => left.signal.aborted || setResult(next);
    load(left.signal)?.then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error }),
    );
    return () => left.abort();
  }, [...inputs, attempt]);
  const retry = () => {
    setResult({});
    setAttempt(attempt + 1);
  };
  return { ...result, retry };
}
