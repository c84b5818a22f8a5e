import { useNavigate } from 'react-router-dom';
import type { ThumbnailSummary } from '../../../../../contract/schemas.ts';
import { fillGenerator } from '../../../lib/generator-form.ts';
import { PATHS } from '../../../lib/paths.ts';
import { notify } from '../../../ui/notify.ts';

/** Opens the generator with the request that made a thumbnail. */
export function useAgain(userId: string | undefined) {
  const navigate = useNavigate();
  return ({ prompt, negativePrompt = '', model, reference }: ThumbnailSummary) => {
    if (userId === undefined) return;
    // A reference has its own model. The form offers the preferred one instead of a model that is no longer offered.
    fillGenerator(userId, prompt, { negativePrompt, ...(reference === undefined && { model }) });
    if (reference?.kind === 'image') {
      notify.info('Its reference image is not stored. Choose the image again to use it.');
    }
    void navigate(PATHS.home);
  };
}
