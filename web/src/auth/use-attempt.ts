import { useState } from 'react';
import { useAuthTools } from './auth-context.ts';
import { wordsOf } from './labels.ts';

/** Something that takes its time and may fail: what is under way, and in which words the last one failed. */
export function useAttempt<Work extends string>() {
  const { tell } = useAuthTools();
  const [work, setWork] = useState<Work>();
  const [error, setError] = useState<string>();

  const attempt = async (kind: Work, action: () => Promise<void>): Promise<void> => {
    setWork(kind);
    setError(undefined);
    tell(undefined);
    try {
      await action();
    } catch (reason) {
      setError(wordsOf(reason));
    } finally {
      setWork(undefined);
    }
  };
  return { work, error, attempt };
}
