import type { Design } from '../../../../contract/design.ts';
import type { EditSuggestion } from '../../../../contract/suggestion-schemas.ts';
import type { EndpointInput, EndpointResponse } from '../../../../contract/endpoint-types.ts';
import type { ListGenerationsResponse } from '../../../../contract/schemas.ts';
import { useUserQuery } from '../../api/use-query.ts';
import { LONG_TIMEOUT_MS, request } from '../../api/request.ts';

interface CutoutRequest {
  userId: string;
  /** The id of the uploaded image. */
  referenceId: string;
  /** An idempotency key, which becomes the id of the cut-out. */
  generationId: string;
  /** Stores a picture as it is, which costs nothing. */
  keepsBackground?: boolean;
}

/** Removes the background of an uploaded image, which costs credits. The same request may be sent twice. */
export async function createCutout(body: CutoutRequest, signal: AbortSignal): Promise<void> {
  await request('createCutout', { body }, { signal, timeoutMs: LONG_TIMEOUT_MS });
}

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

/** Changes an image of a thumbnail, which costs credits. The same request may be sent twice. */
export const createEdit = (body: EndpointInput<'createEdit'>['body'], signal: AbortSignal) =>
  request('createEdit', { body }, { signal, timeoutMs: LONG_TIMEOUT_MS });

/**
 * Reads the edits of a thumbnail that wait or run, on any device: when the page opens, and when it gets the focus.
 * @param onRead gets each response, the newest edit first
 */
export function useUnfinishedEdits(
  userId: string,
  thumbnailId: string,
  onRead: (edits: ListGenerationsResponse['generations']) => void,
): void {
  useUserQuery('generations', userId, () => request('listGenerations', {}), {
    // Another page may have read them a moment ago, before this edit began.
    dedupingInterval: 0,
    onSuccess: ({ generations }) => onRead(generations.filter((each) => each.thumbnailId === thumbnailId)),
  });
}
