import { useState } from 'react';
import { describeGenerationFailure } from '../../../api/error-sentences.ts';
import { readThumbnail } from '../../../api/thumbnails.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { notify } from '../../../ui/notify.ts';
import type { GenerationInput } from '../model/runs.ts';

/**
 * Repeats the request of a thumbnail, with a new seed.
 * @param findInput the input of a run of this page. The server does not store reference images, so it is preferred.
 */
export function useRepeat(
  findInput: (id: string) => GenerationInput | undefined,
  request: (input: GenerationInput, count: number) => Promise<void>,
) {
  const [isReading, setIsReading] = useState(false);

  /** @param model requested again, unless the thumbnail has a reference */
  async function repeat(thumbnail: Thumbnail, model: string | undefined) {
    setIsReading(true);
    try {
      const input = findInput(thumbnail.id) ?? (await readInput(thumbnail.id, model));
      if (input) await request(input, 1);
      else
        notify.info('Its reference image is no longer stored. Choose the image again, then press Generate.');
    } catch (error) {
      const message = describeGenerationFailure(error);
      if (message !== undefined) notify.error(message);
    }
    setIsReading(false);
  }

  return { isReading, repeat: (...args: Parameters<typeof repeat>) => void repeat(...args) };
}

const NO_REFERENCE = { model: undefined, video: undefined, channelUrl: undefined, image: undefined };

/** Undefined when the thumbnail was made after an uploaded image, which the server deletes within a day. */
async function readInput(id: string, model: string | undefined): Promise<GenerationInput | undefined> {
  const { prompt, negativePrompt = '', reference } = await readThumbnail(id);
  switch (reference?.kind) {
    case undefined:
      return { ...NO_REFERENCE, prompt, negativePrompt, model };
    case 'video':
      return { ...NO_REFERENCE, prompt, negativePrompt, video: reference };
    case 'image':
      return undefined;
  }
}
