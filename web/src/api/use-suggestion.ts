import { useEffect, useRef, useState } from 'react';
import { explain } from './error-sentences.ts';

type SuggestionState<T> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  | { status: 'failed'; message: string };

/** Asks the text model for one suggestion at a time. Another question, and leaving, cancel the request. */
export function useSuggestion<T>() {
  const [state, setState] = useState<SuggestionState<T>>({ status: 'idle' });
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const end = (next: SuggestionState<T>) => {
    request.current?.abort();
    setState(next);
  };
  return {
    state,
    ask: (read: (signal: AbortSignal) => Promise<T>) => {
      end({ status: 'loading' });
      const { signal } = (request.current = new AbortController());
      const show = (next: SuggestionState<T>) => signal.aborted || setState(next);
      read(signal).then(
        (data) => show({ status: 'ready', data }),
        (error: unknown) => show({ status: 'failed', message: `${explain(error)}.` }),
      );
    },
    reset: () => end({ status: 'idle' }),
    fail: (message: string) => end({ status: 'failed', message }),
  };
}
