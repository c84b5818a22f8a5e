import type { EditSuggestion } from '#contract/endpoints/suggestion-schemas.ts';
import type { EndpointResponse } from '#contract/endpoints/endpoint-types.ts';
import { request } from '../../api/request.ts';

export async function deleteCutout(id: string): Promise<void> {
  await request('deleteCutout', { params: { id } });
}

/** The colors and layouts of the account, and their version. */
export type StoredBrand = EndpointResponse<'readBrand'>;

export const readBrand = (): Promise<StoredBrand> => request('readBrand', {});

/** @throws the errors of `request`; ApiError `brand_changed` when another version was saved meanwhile */
export const saveBrand = (body: StoredBrand): Promise<StoredBrand> =>
  request('saveBrand', { body }, { keepalive: true });

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
  return (await request('suggestEdit', { body: { thumbnailId, instruction } }, options)).suggestion;
}
