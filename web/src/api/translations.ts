/** Requests translations of the text model. The first page does not load this code. */
import type { EndpointInput } from '#contract/endpoints/endpoint-types.ts';
import { sendCounted } from './requests-left.ts';
import { requestSuggestion } from './suggestions.ts';

/** Longer than the time that the function of translations has. */
const TRANSLATIONS_TIMEOUT_MS = 29_000;

/**
 * Translates texts of a thumbnail. It costs no credits. A language without a usable answer is absent.
 * @throws the errors of `request`, and that the browser is offline
 */
export async function translateTexts(
  body: EndpointInput<'translateTexts'>['body'],
  signal: AbortSignal,
): Promise<Partial<Record<string, string[]>>> {
  const options = { signal, timeoutMs: TRANSLATIONS_TIMEOUT_MS };
  const { translations } = await sendCounted('translations', () =>
    requestSuggestion('translateTexts', { body }, options),
  );
  return translations;
}
