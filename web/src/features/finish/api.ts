import type { Design } from '../../../../contract/design.ts';
import type { EditSuggestion } from '../../../../contract/suggestion-schemas.ts';
import type { EndpointResponse } from '../../../../contract/endpoint-types.ts';
import { request } from '../../api/request.ts';

export async function deleteCutout(id: string): Promise<void> {
  await request('deleteCutout', { params: { id } });
}

interface SaveDesignOptions {
  /** The version that the design was made from; 0 for none. */
  version: number;
  /** The page is being left. */
  keepalive?: boolean;
  /** A small JPEG of the rendering, in base64. */
  preview?: string | undefined;
}

/**
 * Saves the design of a thumbnail.
 * @returns its version
 * @throws the errors of `request`; ApiError `design_changed` when another version was saved meanwhile
 */
export async function saveDesign(
  id: string,
  design: Design,
  { version, keepalive = false, preview }: SaveDesignOptions,
): Promise<number> {
  const body = { design, version, preview };
  return (await request('saveDesign', { params: { id }, body }, { keepalive })).version;
}

/** The colors and layouts of the account, and their version. */
export type StoredBrand = EndpointResponse<'readBrand'>;

export const readBrand = (): Promise<StoredBrand> => request('readBrand', {});

/** @throws the errors of `request`; ApiError `brand_changed` when another version was saved meanwhile */
export const saveBrand = (body: StoredBrand): Promise<StoredBrand> => request('saveBrand', { body });

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
