import { parseVideoReference } from '#contract/video-reference.ts';
import { describeGenerationFailure } from '../../../../api/error-sentences.ts';
import { isNotFound } from '../../../../api/errors.ts';
import { readThumbnail } from '../../../../api/read-thumbnails.ts';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { isOpen } from '../../../../generations/generation.ts';
import type { Generation, ImageInput } from '../../../../generations/generation.ts';
import { retryImage } from '../../../../generations/retry-image.ts';
import { isOffline } from '../../../../lib/online.ts';
import { readSiteConfig } from '../../../../lib/read-site-config.ts';
import { notify } from '../../../../ui/notify.ts';
import { readInput } from '../../model/read-input.ts';

/**
 * Asks again for an image of a set that has failed.
 * @param ready the other images of the set. After a reload, the server has the prompt of the set with them
 */
export async function retryVariation(failed: Generation, ready: readonly Thumbnail[]): Promise<void> {
  if (failed.kind !== 'image') return;
  if (isOffline()) {
    notify.error('You are offline. Nothing was sent.');
    return;
  }
  // The outcome of a request that was sent is asked for by its id.
  if (failed.input || isOpen(failed)) {
    retryImage(failed);
    return;
  }
  try {
    const [other] = ready;
    const input = await (other ? readInput(other.id, other.model) : readFailedInput(failed.id));
    if (input) retryImage(failed, input);
    else
      notify.info(
        'The reference image of this version is no longer stored. Choose the image again, then press Generate.',
      );
  } catch (error) {
    const message = describeGenerationFailure(error);
    // The server stores nothing of a request that it refuses at once, e.g. without credits.
    if (isNotFound(error))
      notify.info(
        'The prompt of this version is not stored. Make sure that the field contains the prompt, then press Generate.',
      );
    else if (message !== undefined) notify.error(message);
  }
}

/**
 * Reads the input of a failed image from its own row, which has its model, but not its reference.
 * @returns undefined if the image had a reference. The prompt has the reference if it has a link.
 */
async function readFailedInput(id: string): Promise<ImageInput | undefined> {
  const [{ prompt, negativePrompt = '', model }, { models }] = await Promise.all([
    readThumbnail(id),
    readSiteConfig(),
  ]);
  const parsed = parseVideoReference(prompt);
  const hasLink = 'reference' in parsed && parsed.reference !== undefined;
  // A reference has its own model, which creators cannot choose.
  if (!hasLink && models.every((offered) => offered.id !== model)) return undefined;
  const noReference = { video: undefined, channelUrl: undefined, image: undefined };
  return { ...noReference, prompt, negativePrompt, model: hasLink ? undefined : model };
}
