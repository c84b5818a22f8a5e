/** Requests suggestions of the text model. The first page does not load this code. */
import { useEffect, useRef, useState } from 'react';
import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { explain } from './error-sentences.ts';
import { UnexpectedResponseError } from './errors.ts';
import { request } from './request.ts';

/** Longer than the time that the function of concepts has. */
const CONCEPTS_TIMEOUT_MS = 28_000;

/** Suggests three concepts. It costs no credits. @throws the errors of `request` */
export async function suggestConcepts(
  source: { script: string } | { thumbnailId: string },
  signal?: AbortSignal,
): Promise<Concept[]> {
  const options = { timeoutMs: CONCEPTS_TIMEOUT_MS, ...(signal && { signal }) };
  return (await request('suggestConcepts', { body: source }, options)).concepts;
}

/** Longer than the time that the function of suggestions has. */
const IMPROVE_TIMEOUT_MS = 16_000;

/**
 * Suggests a prompt for a short idea.
 * @throws the errors of `request`; UnexpectedResponseError when a 2xx response has no text.
 */
export async function improvePrompt(idea: string, signal: AbortSignal): Promise<string> {
  const options = { signal, timeoutMs: IMPROVE_TIMEOUT_MS };
  const response: unknown = await request('improvePrompt', { body: { prompt: idea } }, options);
  const { prompt } = { ...(response as { prompt?: unknown } | null) };
  if (typeof prompt !== 'string' || prompt === '') throw new UnexpectedResponseError();
  return prompt;
}

type SuggestionState<T> =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ready'; data: T }
  /** `error`: why the text model gave no answer. */
  | { status: 'failed'; message: string; error?: unknown };

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
        (error: unknown) => show({ status: 'failed', message: `${explain(error)}.`, error }),
      );
    },
    reset: () => end({ status: 'idle' }),
    fail: (message: string) => end({ status: 'failed', message }),
  };
}
