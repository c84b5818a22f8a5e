import { describeGenerationFailure } from '../../../api/error-sentences.ts';
import { readThumbnail } from '../../../api/read-thumbnails.ts';
import type { ImageInput } from '../../../generations/generation.ts';
import { notify } from '../../../ui/notify.ts';

const NO_REFERENCE = { model: undefined, video: undefined, channelUrl: undefined, image: undefined };

/** Reads the input of a thumbnail. Returns undefined if its reference was an uploaded image, which the server deletes within a day. */
export async function readInput(id: string, model: string | undefined): Promise<ImageInput | undefined> {
  const { prompt, negativePrompt = '', reference } = await readThumbnail(id);
  switch (reference?.kind) {
    case undefined:
      return { ...NO_REFERENCE, prompt, negativePrompt, model };
    case 'video':
    case 'thumbnail':
      return { ...NO_REFERENCE, prompt, negativePrompt, video: reference };
    case 'image':
      return undefined;
  }
}

/** Reads the input of a thumbnail. Returns undefined if the thumbnail cannot be repeated, which the creator is told. */
export async function readInputOrTell(
  id: string,
  model: string | undefined,
): Promise<ImageInput | undefined> {
  try {
    const input = await readInput(id, model);
    if (!input)
      notify.info(
        'The reference image of this thumbnail is no longer stored. Choose the image again, then press Generate.',
      );
    return input;
  } catch (error) {
    const message = describeGenerationFailure(error);
    if (message !== undefined) notify.error(message);
    return undefined;
  }
}
