import type { ThumbnailSummary } from '../../../../../contract/schemas.ts';
import { fillGenerator } from '../../../lib/generator-form.ts';
import { notify } from '../../../ui/notify.ts';

/** Fills the generator's form with the request that made a thumbnail. */
export function fillFromThumbnail(
  userId: string,
  { prompt, negativePrompt = '', model, reference }: ThumbnailSummary,
): void {
  // A reference has its own model. The form offers the preferred one instead of a model that is no longer offered.
  fillGenerator(userId, prompt, { negativePrompt, ...(reference === undefined && { model }) });
  if (reference?.kind === 'image') {
    notify.info('Its reference image is not stored. Choose the image again to use it.');
  }
}
