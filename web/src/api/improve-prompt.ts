import { UnexpectedResponseError } from './errors.ts';
import { request } from './request.ts';

/** Longer than the time that the function has. */
const TIMEOUT_MS = 16_000;

/**
 * Suggests a prompt for a short idea.
 * @throws the errors of `request`; UnexpectedResponseError when a 2xx response has no text.
 */
export async function improvePrompt(idea: string, signal: AbortSignal): Promise<string> {
  const options = { signal, timeoutMs: TIMEOUT_MS };
  const response: unknown = await request('improvePrompt', { body: { prompt: idea } }, options);
  const { prompt } = { ...(response as { prompt?: unknown } | null) };
  if (typeof prompt !== 'string' || prompt === '') throw new UnexpectedResponseError();
  return prompt;
}
