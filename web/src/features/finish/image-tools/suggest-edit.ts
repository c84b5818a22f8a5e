import type { EditSuggestion } from '#contract/endpoints/suggestion-schemas.ts';
import { requestSuggestion } from '../../../api/suggestions.ts';

/** Longer than the time that the function has for two answers of the text model. */
const SUGGESTION_TIMEOUT_MS = 21_000;

/**
 * Suggests an edit, or changes of the design, for a sentence. It runs nothing and costs no credits.
 * @throws the errors of `request`
 */
export async function suggestEdit(
  thumbnailId: string,
  instruction: string,
  signal: AbortSignal,
): Promise<EditSuggestion> {
  const options = { signal, timeoutMs: SUGGESTION_TIMEOUT_MS };
  return (await requestSuggestion('suggestEdit', { body: { thumbnailId, instruction } }, options)).suggestion;
}
