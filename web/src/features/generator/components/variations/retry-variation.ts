import { describeGenerationFailure } from '../../../../api/error-sentences.ts';
import type { Thumbnail } from '../../../../api/thumbnails.ts';
import { isOpen } from '../../../../generations/generation.ts';
import type { Generation } from '../../../../generations/generation.ts';
import { retryImage } from '../../../../generations/retry-image.ts';
import { isOffline } from '../../../../lib/online.ts';
import { notify } from '../../../../ui/notify.ts';
import { readInput } from '../../hooks/use-request.ts';

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
    const input = await readInput(other?.id ?? failed.id, other?.model);
    if (input) retryImage(failed, input);
    else notify.info('Its reference image is no longer stored. Choose the image again, then press Generate.');
  } catch (error) {
    const message = describeGenerationFailure(error);
    if (message !== undefined) notify.error(message);
  }
}
