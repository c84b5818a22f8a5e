/** Requests suggestions of the text model. The first page does not load this code. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { explain } from './error-sentences.ts';
import { hasCode, isInvalid, UnexpectedResponseError, UserFacingError } from './errors.ts';
import { request } from './request.ts';
import { sendCounted } from './requests-left.ts';
import { isOffline } from '../lib/online.ts';
import type { AskState } from '../ui/ask-status.tsx';

class OfflineError extends UserFacingError {
  override name = 'OfflineError';

  constructor() {
    super('You are offline. Nothing was sent', 'none');
  }
}

/** Requests a suggestion. @throws the errors of `request`, and that the browser is offline */
export const requestSuggestion: typeof request = async (...input) => {
  if (isOffline()) throw new OfflineError();
  return await request(...input);
};

/** Longer than the time that the function of concepts has. */
const CONCEPTS_TIMEOUT_MS = 28_000;

/** Suggests three concepts. It costs no credits. @throws the errors of `request` */
export async function suggestConcepts(
  source: { script: string } | { thumbnailId: string },
  signal?: AbortSignal,
): Promise<Concept[]> {
  const options = { timeoutMs: CONCEPTS_TIMEOUT_MS, ...(signal && { signal }) };
  const { concepts } = await sendCounted('concepts', () =>
    requestSuggestion('suggestConcepts', { body: source }, options),
  );
  return concepts;
}

/** Longer than the time that the function of suggestions has. */
const IMPROVE_TIMEOUT_MS = 16_000;

/**
 * Suggests a prompt for a short idea.
 * @throws the errors of `request`; UnexpectedResponseError when a 2xx response has no text.
 */
export async function improvePrompt(idea: string, signal: AbortSignal): Promise<string> {
  const options = { signal, timeoutMs: IMPROVE_TIMEOUT_MS };
  const response: unknown = await requestSuggestion('improvePrompt', { body: { prompt: idea } }, options);
  const { prompt } = { ...(response as { prompt?: unknown } | null) };
  if (typeof prompt !== 'string' || prompt === '') throw new UnexpectedResponseError();
  return prompt;
}

/** Says why the text model has not answered. */
export const describeFailure = (error: unknown) => ({
  status: 'failed' as const,
  message: `${explain(error)}.`,
  canRetry: !hasCode(error, 'content_filtered') && !isInvalid(error),
  error,
});

/**
 * Asks the text model for one suggestion at a time. Another question, and leaving, cancel the request.
 * @param last an answer from before, which is shown at once
 * @param onBack called when the connection returns after a question that was not sent without it. The reason is gone then
 */
export function useSuggestion<T>(last?: T, onBack?: () => void) {
  const [state, setState] = useState<AskState<T>>(
    last === undefined ? { status: 'idle' } : { status: 'ready', data: last },
  );
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const end = (next: AskState<T>) => {
    request.current?.abort();
    setState(next);
  };
  const forgetOffline = useEffectEvent(() => {
    if (state.status !== 'failed' || !(state.error instanceof OfflineError)) return;
    end({ status: 'idle' });
    onBack?.();
  });
  useEffect(() => {
    const listen = () => forgetOffline();
    addEventListener('online', listen);
    return () => removeEventListener('online', listen);
  }, []);

  return {
    state,
    ask: (read: (signal: AbortSignal) => Promise<T>) => {
      end({ status: 'loading' });
      const { signal } = (request.current = new AbortController());
      const show = (next: AskState<T>) => signal.aborted || setState(next);
      read(signal).then(
        (data) => show({ status: 'ready', data }),
        (error: unknown) => show(describeFailure(error)),
      );
    },
    reset: () => end({ status: 'idle' }),
    fail: (message: string) => end({ status: 'failed', message, canRetry: false }),
  };
}
