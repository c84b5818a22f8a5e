import type { ReferenceRequest } from '../../../../../contract/reference-schemas.ts';
import type { ReadThumbnailResponse } from '../../../../../contract/schemas.ts';
import { isReferenceNotFound, ApiError, isNotFound } from '../../../api/errors.ts';
import type { OnLineChange } from '../../../api/follow-generation.ts';
import { followGeneration, pollUntilDone } from '../../../api/follow-generation.ts';
import { toThumbnail, withReference } from '../../../api/thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { findVideoId, generateThumbnail } from '../api.ts';
import type { Generation } from '../api.ts';
import { NOT_STARTED } from './generation-errors.tsx';
import type { GenerationInput, Run } from './runs.ts';

/** With `expiredUploadId`, the same input can be sent again under another id. */
export type RunOutcome = Pick<Run, 'thumbnail' | 'error' | 'expiredUploadId'>;

/** Requests the generation, or resumes it if this page has not started it, and waits for its end. */
export async function followRun(
  { id, userId, input, expiredUploadId }: Run,
  signal: AbortSignal,
  onLineChange: OnLineChange,
): Promise<RunOutcome> {
  let reference: ReferenceRequest | undefined;
  try {
    signal.throwIfAborted();
    if (!input) {
      const thumbnail = await resumeGeneration(id, signal, onLineChange);
      return thumbnail ? { thumbnail } : { error: NOT_STARTED };
    }
    reference = await prepareReference(input, expiredUploadId);
    signal.throwIfAborted();
    const request = { ...toRequest(input), userId, generationId: id, ...(reference && { reference }) };
    return { thumbnail: await generate(request, signal, onLineChange) };
  } catch (error) {
    const canRenew = expiredUploadId === undefined && isReferenceNotFound(error);
    return canRenew && reference?.kind === 'image' ? { error, expiredUploadId: reference.id } : { error };
  }
}

/**
 * Waits for an upload that is still running. Looks up the newest video of a channel, because the server would need
 * further calls while it holds the credit.
 */
async function prepareReference(
  { video, channelUrl, image }: GenerationInput,
  expiredId: string | undefined,
): Promise<ReferenceRequest | undefined> {
  if (image) return { kind: 'image', id: await image.upload.getId({ expiredId }), use: image.use };
  if (video?.kind !== 'video' || channelUrl === undefined) return video;
  const videoId = await findVideoId(channelUrl);
  return { ...video, ...(videoId !== undefined && { videoId }) };
}

const toRequest = ({ prompt, negativePrompt, model }: GenerationInput) => ({
  prompt: prompt.trim(),
  ...(negativePrompt.trim() !== '' && { negativePrompt: negativePrompt.trim() }),
  ...(model !== undefined && { model }),
});

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
async function resumeGeneration(
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
