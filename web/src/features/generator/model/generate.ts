import { ApiError, isNotFound } from '../../../api/errors.ts';
import { followGeneration, pollUntilDone } from '../../../api/follow-generation.ts';
import type { OnLineChange } from '../../../api/follow-generation.ts';
import { toThumbnail, withReference } from '../../../api/thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import type { ReadThumbnailResponse } from '../../../../../contract/schemas.ts';
import { generateThumbnail } from '../api.ts';
import type { Generation } from '../api.ts';

/** Generates a thumbnail over an unreliable connection. */
export function generate(
  generation: Generation,
  signal: AbortSignal,
  onLineChange?: OnLineChange,
): Promise<Thumbnail> {
  const { generationId, prompt, negativePrompt, model, reference } = generation;
  const send = async () => {
    const response = await generateThumbnail(generation, signal);
    if ('status' in response) return response;
    const { imageURL, previewURL } = response;
    return {
      id: generationId,
      url: imageURL,
      prompt,
      ...(previewURL !== undefined && { previewURL }),
      ...(negativePrompt !== undefined && { negativePrompt }),
      ...(model !== undefined && { model }),
      ...withReference(reference),
    };
  };
  return followGeneration({ id: generationId, send, read }, signal, onLineChange);
}

/** Polls a generation that an earlier page started. Returns undefined when the server does not know it. */
export async function resumeGeneration(
  id: string,
  signal: AbortSignal,
  onLineChange?: OnLineChange,
): Promise<Thumbnail | undefined> {
  try {
    return await pollUntilDone({ id, read }, signal, onLineChange);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function read({ url, ...thumbnail }: ReadThumbnailResponse): Thumbnail {
  if (url === undefined) throw new ApiError('internal');
  return toThumbnail({ ...thumbnail, url });
}
